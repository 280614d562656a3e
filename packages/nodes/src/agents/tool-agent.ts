import { anchor, boolean, defineNode, string } from '@chatwright/core'
import { agentInputs, agentTraits, createAgent } from './agent.ts'

export default defineNode({
  name: 'toolAgent',
  label: 'Tool Agent',
  version: 2,
  category: 'Agents',
  description: 'Answers questions with tools and can call several at once. Use a model that supports tool calling.',
  icon: 'agent.svg',
  keywords: ['agent', 'function calling', 'tools', 'assistant'],
  baseClasses: ['AgentExecutor', 'BaseChain', 'Runnable'],
  traits: agentTraits,
  aliases: [
    { name: 'openAIFunctionAgent' },
    { name: 'anthropicAgentLlamaIndex' },
    { name: 'openAIToolAgentLlamaIndex' },
    { name: 'subQuestionQueryEngine', inputs: { queryEngineTools: 'tools' } },
  ],
  inputs: {
    tools: agentInputs.tools,
    memory: agentInputs.memory,
    model: anchor('BaseChatModel', { label: 'Tool Calling Chat Model' }),
    chatPromptTemplate: anchor('ChatPromptTemplate', {
      label: 'Chat Prompt Template',
      description: 'Replaces the system message and sets where the question goes.',
      optional: true,
    }),
    inputModeration: agentInputs.inputModeration,
    systemMessage: string({
      destination: false,
      label: 'System Message',
      description: 'Describes who the agent is and how it answers.',
      default: 'You are a helpful assistant. Use the tools where they help, and say so when you do not know something.',
      rows: 4,
      optional: true,
      additional: true,
    }),
    maxIterations: agentInputs.maxIterations,
    enableDetailedStreaming: boolean({
      destination: false,
      label: 'Enable Detailed Streaming',
      description:
        'Has no effect here. Flows imported from older versions may still set it; tool calls are always shown.',
      default: false,
      optional: true,
      additional: true,
    }),
  },
  build: ({ inputs }) =>
    createAgent({
      model: inputs.model,
      tools: inputs.tools,
      memory: inputs.memory,
      moderation: inputs.inputModeration,
      maxSteps: inputs.maxIterations,
      system: inputs.systemMessage,
      prompt: inputs.chatPromptTemplate,
    }),
})
