import { anchor, defineNode, string } from '@chatwright/core'
import { agentInputs, agentTraits, createAgent } from './agent.ts'

export default defineNode({
  name: 'conversationalAgent',
  label: 'Conversational Agent',
  version: 3,
  category: 'Agents',
  description: 'Answers questions with tools and memory. Works with any model, even one without tool calling.',
  icon: 'agent.svg',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  traits: agentTraits,
  inputs: {
    tools: agentInputs.tools,
    model: anchor('BaseChatModel', { label: 'Chat Model' }),
    memory: agentInputs.memory,
    inputModeration: agentInputs.inputModeration,
    systemMessage: string({
      destination: false,
      label: 'System Message',
      description: 'Describes who the agent is and how it answers.',
      default:
        'You are a helpful assistant in a conversation. Use the tools where they help; otherwise answer yourself.',
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
