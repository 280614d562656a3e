import { defineNode } from '../node/definition.ts'
import { describeNode } from '../node/describe.ts'
import { anchor, boolean, file, folder, json, number, options, password, string } from '../node/inputs.ts'
import { createCatalogueIndex } from './catalogue-index.ts'
import { createNode } from './create-node.ts'
import type { Flow, FlowNode } from './document.ts'
import { inputHandleOf, findInput } from './node-inputs.ts'
import { openOutputs } from './node-outputs.ts'

/** A catalogue in small, with one node for each thing the language must cope with. */
const nodes = [
  defineNode({
    name: 'chatOpenAI',
    label: 'ChatOpenAI',
    version: 2,
    category: 'Chat Models',
    description: 'Models of OpenAI.',
    icon: 'openai.svg',
    baseClasses: ['ChatOpenAI', 'BaseChatModel', 'BaseLanguageModel'],
    credential: ['openAIApi'],
    inputs: {
      modelName: options({
        label: 'Model',
        options: [
          { label: 'Small', name: 'small' },
          { label: 'Large', name: 'large' },
        ],
        default: 'small',
      }),
      temperature: number({ label: 'Temperature', default: 0, optional: true, min: 0, max: 2 }),
      streaming: boolean({ label: 'Streaming', default: false, optional: true }),
      reasoning: boolean({ label: 'Reasoning', optional: true }),
      effort: string({ label: 'Effort', show: { reasoning: true } }),
      baseOptions: json({ label: 'Base Options', optional: true }),
      proxyPassword: password({ label: 'Proxy password', optional: true }),
    },
    build: () => undefined,
  }),
  defineNode({
    name: 'promptTemplate',
    label: 'Prompt Template',
    version: 1,
    category: 'Prompts',
    description: 'A prompt.',
    icon: 'prompt.svg',
    baseClasses: ['PromptTemplate', 'BasePromptTemplate'],
    inputs: {
      template: string({ label: 'Template', rows: 4 }),
      promptValues: { type: 'json', label: 'Format Prompt Values', optional: true, acceptVariable: true, list: true },
    },
    build: () => undefined,
  }),
  defineNode({
    name: 'llmChain',
    label: 'LLM Chain',
    version: 3,
    category: 'Chains',
    description: 'Asks a model.',
    icon: 'chain.svg',
    baseClasses: ['LLMChain', 'BaseChain'],
    inputs: {
      model: anchor('BaseLanguageModel', { label: 'Language Model' }),
      prompt: anchor('BasePromptTemplate', { label: 'Prompt' }),
      chainName: string({ label: 'Chain Name', optional: true }),
    },
    outputs: {
      llmChain: { label: 'LLM Chain', baseClasses: ['LLMChain', 'BaseChain'] },
      outputPrediction: { label: 'Output Prediction', baseClasses: ['string', 'json'] },
    },
    traits: { answers: ['llmChain'] },
    build: () => undefined,
  }),
  defineNode({
    name: 'toolAgent',
    label: 'Tool Agent',
    version: 1,
    category: 'Agents',
    description: 'Calls tools.',
    icon: 'agent.svg',
    baseClasses: ['AgentExecutor', 'BaseChain'],
    inputs: {
      tools: anchor('Tool', { label: 'Tools', list: true }),
      model: anchor('BaseChatModel', { label: 'Chat Model' }),
      systemMessage: string({ label: 'System Message', optional: true, acceptVariable: true }),
    },
    traits: { answers: true },
    aliases: [{ name: 'openAIFunctionAgent', inputs: { systemPrompt: 'systemMessage', llm: 'model' } }],
    build: () => undefined,
  }),
  ...['calculator', 'requestsGet', 'requestsPost', 'readFile', 'writeFile'].map((name) =>
    defineNode({
      name,
      label: name,
      version: 1,
      category: 'Tools',
      description: 'A tool.',
      icon: 'tool.svg',
      baseClasses: ['Tool'],
      inputs: { headers: json({ label: 'Headers', optional: true }) },
      build: () => undefined,
    }),
  ),
  defineNode({
    name: 'textFile',
    label: 'Text File',
    version: 1,
    category: 'Document Loaders',
    description: 'Reads a file.',
    icon: 'text.svg',
    baseClasses: ['Document'],
    inputs: {
      txtFile: file({ label: 'File', fileType: '.txt' }),
      folderPath: folder({ label: 'Folder', optional: true }),
    },
    build: () => undefined,
  }),
  defineNode({
    name: 'vectorStore',
    label: 'Vector Store',
    version: 1,
    category: 'Vector Stores',
    description: 'Finds documents.',
    icon: 'store.svg',
    baseClasses: ['VectorStore', 'BaseRetriever'],
    inputs: {
      document: anchor('Document', { label: 'Document', list: true, optional: true }),
      topK: number({ label: 'Top K', default: 4, optional: true }),
    },
    outputs: {
      retriever: { label: 'Retriever', baseClasses: ['VectorStoreRetriever', 'BaseRetriever'] },
      vectorStore: { label: 'Store', baseClasses: ['VectorStore', 'BaseRetriever'] },
    },
    traits: { upserts: true },
    aliases: [
      { name: 'vectorStoreUpsert' },
      { name: 'vectorStoreExistingIndex', inputs: { k: 'topK' } },
      { name: 'vectorStoreWithModel', handsOn: ['model'] },
    ],
    build: () => undefined,
  }),
  defineNode({
    name: 'retrievalChain',
    label: 'Retrieval Chain',
    version: 1,
    category: 'Chains',
    description: 'Answers from documents.',
    icon: 'chain.svg',
    baseClasses: ['RetrievalChain', 'BaseChain'],
    inputs: {
      model: anchor('BaseLanguageModel', { label: 'Language Model' }),
      retriever: anchor('VectorStoreRetriever', { label: 'Retriever' }),
    },
    traits: { answers: true },
    aliases: [{ name: 'queryEngine', inputs: { vectorStoreRetriever: 'retriever' } }],
    build: () => undefined,
  }),
  defineNode({
    name: 'chainTool',
    label: 'Chain Tool',
    version: 1,
    category: 'Tools',
    description: 'A chain as a tool.',
    icon: 'tool.svg',
    baseClasses: ['ChainTool', 'Tool'],
    inputs: { baseChain: anchor('BaseChain', { label: 'Base Chain' }) },
    build: () => undefined,
  }),
  defineNode({
    name: 'ifElseFunction',
    label: 'IfElse Function',
    version: 1,
    category: 'Utilities',
    description: 'Chooses a branch.',
    icon: 'if.svg',
    baseClasses: ['IfElseFunction', 'Utilities'],
    inputs: {
      functionInputVariables: {
        type: 'json',
        label: 'Input Variables',
        optional: true,
        acceptVariable: true,
        list: true,
      },
    },
    outputs: {
      returnTrue: { label: 'True', baseClasses: ['string', 'json'] },
      returnFalse: { label: 'False', baseClasses: ['string', 'json'] },
    },
    traits: { branches: true },
    build: () => undefined,
  }),
  defineNode({
    name: 'stickyNote',
    label: 'Sticky Note',
    version: 1,
    category: 'Utilities',
    description: 'A note.',
    icon: 'note.svg',
    baseClasses: ['StickyNote'],
    inputs: { note: string({ label: 'Note', optional: true }) },
    traits: { inert: true },
    build: () => undefined,
  }),
]

export const descriptions = nodes.map(describeNode)
export const catalogue = createCatalogueIndex(descriptions)

export function describe(name: string) {
  const description = catalogue.describe(name)
  if (!description) throw new Error(`The test catalogue has no ${name}`)
  return description
}

/** A fresh node named by its id, as in `chatOpenAI_0`. */
export function node(id: string, inputs: Record<string, unknown> = {}): FlowNode {
  const fresh = createNode(describe(id.replace(/_\d+$/, '')), { id, position: { x: 0, y: 0 } })
  return { ...fresh, data: { ...fresh.data, inputs: { ...fresh.data.inputs, ...inputs } } }
}

/** The connection from a node's open output (or a named one) to an input. */
export function join(flow: Flow, sourceId: string, targetId: string, inputName: string, outputName?: string) {
  const source = flow.nodes.find((node) => node.id === sourceId)
  const target = flow.nodes.find((node) => node.id === targetId)
  const output = source && openOutputs(source).find((output) => !outputName || output.name === outputName)
  const input = target && findInput(target, inputName)
  return {
    source: sourceId,
    sourceHandle: output?.handle ?? '',
    target: targetId,
    targetHandle: input ? inputHandleOf(targetId, input) : '',
  }
}
