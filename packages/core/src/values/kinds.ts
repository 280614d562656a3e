import type { NodeValue, ValueKind, ValueOfKind } from './node-value.ts'

interface KindFacts {
  /** What only a value of this kind can do. */
  readonly method: string
  /** What people call it. */
  readonly noun: string
}

const KINDS: Readonly<Record<ValueKind, KindFacts>> = {
  chat: { method: 'answer', noun: 'chain or agent' },
  'chat-model': { method: 'stream', noun: 'chat model' },
  retriever: { method: 'retrieve', noun: 'retriever' },
  'vector-store': { method: 'search', noun: 'vector store' },
  embeddings: { method: 'embedQuery', noun: 'embedding model' },
  memory: { method: 'load', noun: 'memory' },
  tool: { method: 'call', noun: 'tool' },
  toolkit: { method: 'tools', noun: 'set of tools' },
  documents: { method: 'load', noun: 'document loader' },
  moderation: { method: 'check', noun: 'moderation' },
  prompt: { method: 'format', noun: 'prompt' },
  'output-parser': { method: 'parse', noun: 'output parser' },
  cache: { method: 'get', noun: 'cache' },
  step: { method: 'run', noun: 'step' },
  'text-splitter': { method: 'splitText', noun: 'text splitter' },
  'record-manager': { method: 'known', noun: 'record manager' },
}

/** What a person calls a kind of value: "vector store". */
export function nounOfKind(kind: ValueKind): string {
  return KINDS[kind].noun
}

/** The same with its article: "a vector store", "an embedding model". */
export function aKind(kind: ValueKind): string {
  const noun = nounOfKind(kind)
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Told by its kind and its method: data that merely has a `kind` key is data. */
export function isNodeValue(value: unknown): value is NodeValue {
  if (typeof value !== 'object' || value === null || !('kind' in value) || typeof value.kind !== 'string') return false
  if (!Object.hasOwn(KINDS, value.kind)) return false
  return typeof Reflect.get(value, KINDS[value.kind as ValueKind].method) === 'function'
}

/** Which values a connection of a given class carries. Classes not listed carry plain data. */
const KINDS_OF_CLASS = {
  BaseLanguageModel: ['chat-model'],
  BaseChatModel: ['chat-model'],
  BaseLLM: ['chat-model'],
  ChatOpenAI: ['chat-model'],
  BaseMemory: ['memory'],
  BaseChatMemory: ['memory'],
  BasePromptTemplate: ['prompt'],
  BaseChatPromptTemplate: ['prompt'],
  ChatPromptTemplate: ['prompt'],
  PromptTemplate: ['prompt'],
  BaseLLMOutputParser: ['output-parser'],
  BaseRetriever: ['retriever'],
  VectorStoreRetriever: ['retriever'],
  VectorStore: ['vector-store'],
  Embeddings: ['embeddings'],
  Document: ['documents'],
  TextSplitter: ['text-splitter'],
  Tool: ['tool', 'toolkit'],
  BaseChain: ['chat'],
  BaseCache: ['cache'],
  Moderation: ['moderation'],
  RecordManager: ['record-manager'],
} as const satisfies Record<string, readonly ValueKind[]>

/** The value that a connection of a class carries, as a type. */
export type AnchorValues = {
  [Class in keyof typeof KINDS_OF_CLASS]: ValueOfKind<(typeof KINDS_OF_CLASS)[Class][number]>
}

const kindsByClass = new Map<string, readonly ValueKind[]>(Object.entries(KINDS_OF_CLASS))

/** The kinds of value that a connection of a class carries; none for plain data. */
export function kindsOfClass(className: string): readonly ValueKind[] {
  return kindsByClass.get(className) ?? []
}
