import { asyncOptions, boolean, json, string } from '@chatwright/core'
import { listFlows } from '../steps/load-lists.ts'
import { before, defineOlderNode, named, returnValueAs } from './older-inputs.ts'

export default defineOlderNode({
  name: 'seqExecuteFlow',
  label: 'Execute Flow',
  version: 1,
  category: 'Sequential Agents',
  description: 'Runs another flow between agents.',
  icon: 'step-execute-flow.svg',
  baseClasses: ['ExecuteFlow'],
  credential: { names: ['chatflowApi'], optional: true },
  inputs: {
    sequentialNode: before,
    seqExecuteFlowName: named('Name', 'Other flow'),
    selectedFlow: asyncOptions('listFlows', { destination: true, label: 'Select Flow' }),
    seqExecuteFlowInput: string({
      destination: false,
      label: 'Input',
      description: 'The question for the other flow. userQuestion is replaced with the current question.',
      default: 'userQuestion',
      optional: true,
    }),
    overrideConfig: json({ destination: false, label: 'Override Config', optional: true, additional: true }),
    baseURL: string({ destination: true, label: 'Base URL', optional: true, additional: true }),
    startNewSession: boolean({
      destination: false,
      label: 'Start new session per message',
      optional: true,
      additional: true,
    }),
    returnValueAs,
  },
  example: { seqExecuteFlowName: 'Other', selectedFlow: 'flow-2' },
  load: { listFlows },
})
