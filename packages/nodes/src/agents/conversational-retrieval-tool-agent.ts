import { anchor, defineNode, string } from '@chatwright/core'
import { agentInputs, agentTraits, createAgent } from './agent.ts'

export default defineNode({
  name: 'conversationalRetrievalToolAgent',
  label: 'Conversational Retrieval Tool Agent',
  version: 1,
  category: 'Agents',
  description: 'Answers questions from your documents. It searches with retriever tools as often as it needs.',
  icon: 'retrieval-agent.svg',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  traits: agentTraits,
  aliases: [{ name: 'conversationalRetrievalAgent' }],
  inputs: {
    tools: agentInputs.tools,
    memory: agentInputs.memory,
    model: anchor('BaseChatModel', { label: 'Tool Calling Chat Model' }),
    inputModeration: agentInputs.inputModeration,
    systemMessage: string({
      destination: false,
      label: 'System Message',
      description: 'Describes who the agent is and how it answers.',
      default:
        'You answer questions from documents. Search them before you answer, use only what you find, and say so when you find nothing.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    maxIterations: agentInputs.maxIterations,
  },
  build: ({ inputs }) =>
    createAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory: inputs.memory,
      moderation: inputs.inputModeration,
      maxSteps: inputs.maxIterations,
      system: inputs.systemMessage,
    }),
})
