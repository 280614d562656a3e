import { anchor, string } from '@chatwright/core'
import { defineOlderNode, maxIterations, named, ownModel, promptValues, tools } from './older-inputs.ts'

export default defineOlderNode({
  name: 'worker',
  label: 'Worker',
  version: 2,
  category: 'Multi Agents',
  description: 'Works for a supervisor, with its own tools.',
  icon: 'step-agent.svg',
  baseClasses: ['Worker'],
  inputs: {
    workerName: named('Worker Name', 'Worker'),
    workerPrompt: string({ destination: false, label: 'Worker Prompt', rows: 4 }),
    tools,
    supervisor: anchor('Supervisor', { label: 'Supervisor' }),
    model: ownModel,
    promptValues,
    maxIterations,
  },
  example: { workerName: 'Researcher', workerPrompt: 'You look things up.' },
})
