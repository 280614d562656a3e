import { asyncOptions, defineNode, json, string, type FlowStep, type StepResult } from '@chatwright/core'
import { askFlow, refuseItself } from '../tools/ask-flow.ts'
import { listFlows, listRuntimeStateKeys } from './load-lists.ts'
import { saidAnswer, saidQuestion } from './said-messages.ts'
import { returnResponseAs, stateUpdate } from './step-inputs.ts'

export default defineNode({
  name: 'executeFlowAgentflow',
  label: 'Execute Flow',
  version: 1.2,
  category: 'Agent Flows',
  description: 'Runs another flow, on this server or another one, and returns its answer.',
  icon: 'step-execute-flow.svg',
  keywords: ['sub flow', 'subflow', 'call flow'],
  color: '#a3b18a',
  baseClasses: ['ExecuteFlow'],
  credential: { names: ['chatflowApi'], optional: true },
  traits: { step: { updatesState: 'executeFlowUpdateState' }, acts: true },
  inputs: {
    executeFlowSelectedFlow: asyncOptions('listFlows', { destination: true, matters: 1, label: 'Select Flow' }),
    executeFlowInput: string({
      destination: false,
      label: 'Input',
      description: 'The question for the other flow.',
      rows: 4,
      acceptVariable: true,
    }),
    executeFlowOverrideConfig: json({
      destination: false,
      label: 'Override Config',
      description: 'Settings of the other flow to override, if its owner allows them.',
      optional: true,
      acceptVariable: true,
    }),
    executeFlowBaseURL: string({
      destination: true,
      label: 'Base URL',
      description: 'The address of another server. Leave empty to use this one.',
      placeholder: 'https://chat.example.com',
      optional: true,
    }),
    executeFlowReturnResponseAs: returnResponseAs(),
    executeFlowUpdateState: stateUpdate(),
  },
  example: { executeFlowSelectedFlow: 'flow-2', executeFlowInput: 'What does it cost?' },
  build({ inputs, credential, context, node }): FlowStep {
    const flowId = inputs.executeFlowSelectedFlow
    const baseUrl = inputs.executeFlowBaseURL?.trim()
    const overrideConfig = inputs.executeFlowOverrideConfig
    if (!baseUrl) refuseItself(flowId, { context, field: 'executeFlowSelectedFlow' })
    return {
      kind: 'step',
      // What a flow of another server does to the world, nobody knows here; one of this server keeps what it does.
      effect: baseUrl ? 'writes' : 'pure',
      async run(turn, run): Promise<StepResult> {
        const question = inputs.executeFlowInput
        const { text, sourceDocuments, ...more } = await askFlow(
          {
            flowId,
            question,
            session: run.session,
            isOnce: true,
            ...(overrideConfig && { overrideConfig }),
            ...(baseUrl
              ? { server: { baseUrl, apiKey: credential.chatflowApiKey, field: 'executeFlowBaseURL' } }
              : { nested: turn.nested('flow') }),
          },
          { context, run },
        )
        turn.say({ type: 'token', text })
        const returnAs = inputs.executeFlowReturnResponseAs
        return {
          input: { flowId, question, ...(overrideConfig && { overrideConfig }), ...(baseUrl && { baseUrl }) },
          output: { content: text, ...(sourceDocuments && { sourceDocuments }), ...more },
          said: [...saidQuestion(turn, run), saidAnswer(text, { label: node.label, returnAs })],
        }
      },
    }
  },
  load: { listFlows, listRuntimeStateKeys },
})
