import { anchor, defineNode } from '@chatwright/core'
import { agentInputs, agentTraits, createAgent } from './agent.ts'

export default defineNode({
  name: 'reactAgentLLM',
  label: 'ReAct Agent for LLMs',
  version: 2,
  category: 'Agents',
  description: 'Reasons step by step and uses one tool at a time. Works with completion models.',
  icon: 'react-agent.svg',
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  traits: agentTraits,
  aliases: [{ name: 'mrklAgentLLM' }],
  inputs: {
    tools: agentInputs.tools,
    model: anchor('BaseLanguageModel', { label: 'Language Model' }),
    inputModeration: agentInputs.inputModeration,
    maxIterations: agentInputs.maxIterations,
  },
  build: ({ inputs }) =>
    createAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory: undefined,
      moderation: inputs.inputModeration,
      maxSteps: inputs.maxIterations,
      system: 'Answer the question as well as you can.',
      protocol: 'text',
    }),
})
