import { randomUUID } from 'node:crypto'
import { asyncOptions, boolean, defineNode, json, string, type Run, type Session } from '@chatwright/core'
import { askFlow, refuseItself } from './ask-flow.ts'
import { capText, textTool } from './text-tool.ts'

export default defineNode({
  name: 'ChatflowTool',
  label: 'Chatflow Tool',
  version: 5.1,
  category: 'Tools',
  description: 'Lets an agent use another flow, on this server or another one.',
  icon: 'chatflow-tool.svg',
  baseClasses: ['ChatflowTool', 'Tool'],
  traits: { acts: true },
  aliases: [{ name: 'agentAsTool', inputs: { selectedAgentflow: 'selectedChatflow' } }],
  credential: { names: ['chatflowApi'], optional: true },
  inputs: {
    selectedChatflow: asyncOptions('listChatflows', { destination: true, matters: 1, label: 'Select Chatflow' }),
    name: string({
      destination: false,
      label: 'Tool Name',
      description: "The tool's name for the model.",
      placeholder: 'ask_sales',
    }),
    description: string({
      destination: false,
      label: 'Tool Description',
      description: 'When the model should use this flow.',
      rows: 3,
      placeholder: 'Knows our prices and offers.',
    }),
    returnDirect: boolean({
      destination: false,
      label: 'Return Direct',
      description: "Show the flow's answer as is, without rephrasing it.",
      optional: true,
    }),
    overrideConfig: json({
      destination: false,
      label: 'Override Config',
      description: 'Settings of the other flow to override, if its owner allows them.',
      optional: true,
      additional: true,
      acceptVariable: true,
    }),
    baseURL: string({
      destination: true,
      label: 'Base URL',
      description: 'The address of another server. Leave empty to use this one.',
      placeholder: 'https://chat.example.com',
      optional: true,
      additional: true,
    }),
    startNewSession: boolean({
      destination: false,
      label: 'Start new session per message',
      description: 'Start a new conversation for each call.',
      default: false,
      optional: true,
      additional: true,
    }),
    useQuestionFromChat: boolean({
      destination: false,
      label: 'Use Question from Chat',
      description: "Pass on the user's own question instead of the model's version.",
      optional: true,
      additional: true,
    }),
    customInput: string({
      destination: false,
      label: 'Custom Input',
      description: "A question to send instead of the model's version.",
      optional: true,
      additional: true,
      show: { useQuestionFromChat: false },
    }),
  },
  example: { selectedChatflow: 'flow-2', name: 'ask_sales', description: 'Knows our prices.' },
  build({ inputs, credential, context }) {
    const { selectedChatflow: flowId, overrideConfig } = inputs
    const baseUrl = inputs.baseURL?.trim()
    if (!baseUrl) refuseItself(flowId, { context, field: 'selectedChatflow' })
    const questionFor = (asked: string, run: Run): string =>
      inputs.useQuestionFromChat ? run.question : inputs.customInput || asked

    return textTool({
      name: inputs.name,
      description: inputs.description,
      inputDescription: 'The question, in full.',
      returnDirect: inputs.returnDirect,
      async call(asked, run) {
        const question = questionFor(asked, run)
        const session = inputs.startNewSession ? newSession(run.session) : run.session
        const { text, sourceDocuments } = await askFlow(
          {
            flowId,
            question,
            session,
            ...(overrideConfig && { overrideConfig }),
            ...(baseUrl && { server: { baseUrl, apiKey: credential.chatflowApiKey, field: 'baseURL' } }),
          },
          { context, run },
        )
        return sourceDocuments ? { content: capText(text), sourceDocuments } : capText(text)
      },
    })
  },
  load: {
    listChatflows: async ({ context }) =>
      (await context.flows.list())
        .filter(({ id }) => id !== context.flow.id)
        .map(({ id, name }) => ({ label: name, name: id })),
  },
})

function newSession(session: Session): Session {
  return { ...session, chatId: randomUUID(), sessionId: randomUUID() }
}
