import { anchor, defineNode } from '@chatwright/core'
import { agentInputs, agentTraits, createAgent } from './agent.ts'

export default defineNode({
  name: 'reactAgentChat',
  label: 'ReAct Agent for Chat Models',
  version: 4,
  category: 'Agents',
  description: 'Reasons step by step and uses one tool at a time. Works with any chat model.',
  icon: 'react-agent.svg',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  traits: agentTraits,
  aliases: [{ name: 'mrklAgentChat' }, { name: 'xmlAgent' }],
  inputs: {
    tools: agentInputs.tools,
    model: anchor('BaseChatModel', { label: 'Chat Model' }),
    memory: agentInputs.memory,
    inputModeration: agentInputs.inputModeration,
    maxIterations: agentInputs.maxIterations,
  },
  build: ({ inputs }) =>
    createAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory: inputs.memory,
      moderation: inputs.inputModeration,
      maxSteps: inputs.maxIterations,
      system: 'Answer the question as well as you can.',
      protocol: 'text',
    }),
})
