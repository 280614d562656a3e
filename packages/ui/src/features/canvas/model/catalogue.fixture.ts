import {
  anchor,
  boolean,
  connectEdit,
  createCatalogueIndex,
  createNode,
  defineNode,
  describeNode,
  Draft,
  number,
  options,
  password,
  string,
} from '@chatwright/core'
import type { Edit, Flow, FlowNode, NodeDescription } from '@chatwright/core'

const build = () => undefined

/** A catalogue in small: a model, a memory, a prompt, a chain with a choice of outputs, and a tool list. */
export const descriptions: NodeDescription[] = [
  defineNode({
    name: 'chatModel',
    label: 'Chat Model',
    version: 2,
    category: 'Chat Models',
    description: 'Answers questions.',
    icon: 'model.svg',
    baseClasses: ['ChatModel', 'BaseChatModel', 'BaseLanguageModel'],
    credential: ['modelApi'],
    inputs: {
      cache: anchor('BaseCache', { label: 'Cache', optional: true }),
      modelName: options({
        label: 'Model',
        options: [
          { label: 'Small', name: 'small' },
          { label: 'Large', name: 'large' },
        ],
        default: 'small',
      }),
      temperature: number({ label: 'Temperature', default: 0.9, optional: true }),
      streaming: boolean({ label: 'Streaming', default: true, optional: true }),
      maxTokens: number({ label: 'Max tokens', optional: true, additional: true }),
      proxyPassword: password({ label: 'Proxy password', optional: true, additional: true }),
    },
    build,
  }),
  defineNode({
    name: 'bufferMemory',
    label: 'Buffer Memory',
    version: 1,
    category: 'Memory',
    description: 'Remembers the conversation with the chat model.',
    icon: 'memory.svg',
    baseClasses: ['BufferMemory', 'BaseChatMemory', 'BaseMemory'],
    inputs: { sessionId: string({ label: 'Session', optional: true }) },
    build,
  }),
  defineNode({
    name: 'promptTemplate',
    label: 'Prompt Template',
    version: 1,
    category: 'Prompts',
    description: 'A text with variables.',
    icon: 'prompt.svg',
    baseClasses: ['PromptTemplate', 'BasePromptTemplate'],
    inputs: {
      template: string({ label: 'Template', rows: 4 }),
      promptValues: { type: 'json', label: 'Prompt values', optional: true, acceptVariable: true, list: true },
    },
    build,
  }),
  defineNode({
    name: 'chain',
    label: 'Conversation Chain',
    version: 1,
    category: 'Chains',
    description: 'Chats and remembers.',
    icon: 'chain.svg',
    baseClasses: ['ConversationChain', 'BaseChain'],
    inputs: {
      model: anchor('BaseChatModel', { label: 'Chat model' }),
      memory: anchor('BaseMemory', { label: 'Memory', optional: true }),
    },
    outputs: {
      chain: { label: 'Chain', baseClasses: ['ConversationChain', 'BaseChain'] },
      text: { label: 'Its answer', baseClasses: ['string', 'json'] },
    },
    traits: { answers: ['chain'] },
    build,
  }),
  defineNode({
    name: 'modelRouter',
    label: 'Model Router',
    version: 1,
    category: 'Utilities',
    description: 'Hands a model on.',
    icon: 'router.svg',
    baseClasses: ['BaseChatModel'],
    inputs: { model: anchor('BaseChatModel', { label: 'Model' }) },
    build,
  }),
].map(describeNode)

export function description(name: string): NodeDescription {
  const found = descriptions.find((description) => description.name === name)
  if (!found) throw new Error(`The fixture has no ${name}.`)
  return found
}

export function nodeOf(name: string, id = `${name}_0`, position = { x: 0, y: 0 }): FlowNode {
  return createNode(description(name), { id, position })
}

/** Model and memory feeding a chain. */
export function smallFlow(): Flow {
  const flow: Flow = {
    nodes: [
      nodeOf('chatModel', 'chatModel_0', { x: 0, y: 0 }),
      nodeOf('bufferMemory', 'bufferMemory_0', { x: 0, y: 500 }),
      nodeOf('chain', 'chain_0', { x: 500, y: 0 }),
    ],
    edges: [],
  }
  const connections = [
    {
      source: 'chatModel_0',
      sourceHandle: 'chatModel_0-output-chatModel-ChatModel|BaseChatModel|BaseLanguageModel',
      target: 'chain_0',
      targetHandle: 'chain_0-input-model-BaseChatModel',
    },
    {
      source: 'bufferMemory_0',
      sourceHandle: 'bufferMemory_0-output-bufferMemory-BufferMemory|BaseChatMemory|BaseMemory',
      target: 'chain_0',
      targetHandle: 'chain_0-input-memory-BaseMemory',
    },
  ]
  return edited(flow, (draft) => {
    for (const connection of connections) draft.try(connectEdit(draft.flow, connection))
  })
}

/** The flow after some edits. */
export function edited(
  flow: Flow,
  work: readonly Edit[] | ((draft: Draft) => unknown),
  nodes: readonly NodeDescription[] = descriptions,
): Flow {
  const draft = new Draft(flow, createCatalogueIndex(nodes))
  if (typeof work === 'function') work(draft)
  else for (const edit of work) draft.try(edit)
  return draft.flow
}
