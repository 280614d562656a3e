/**
 * What flows between nodes, in the words of people: classes are for programs. Of the classes that one output names,
 * the first in this order says most.
 */
export const TYPE_WORDS = {
  BaseChatModel: 'a chat model',
  BaseLanguageModel: 'a language model',
  BaseLLM: 'a language model',
  BaseChatMemory: 'a memory',
  BaseMemory: 'a memory',
  BaseCheckpointSaver: 'an agent memory',
  Document: 'documents',
  TextSplitter: 'a text splitter',
  Embeddings: 'embeddings',
  BaseRetriever: 'a retriever',
  VectorStoreRetriever: 'a retriever',
  VectorStore: 'a vector store',
  RecordManager: 'a record manager',
  Toolkit: 'tools',
  Tool: 'a tool',
  StructuredTool: 'a tool',
  ChatPromptTemplate: 'a chat prompt',
  BasePromptTemplate: 'a prompt',
  PromptTemplate: 'a prompt',
  PromptRetriever: 'a prompt to choose from',
  BaseLLMOutputParser: 'an output parser',
  BaseCache: 'a cache',
  Moderation: 'a moderation',
  AgentExecutor: 'an agent',
  Supervisor: 'a supervisor',
  Agent: 'an agent',
  LLMNode: 'a model',
  ToolNode: 'tools',
  Start: 'a start',
  State: 'a state',
  Condition: 'a condition',
  CustomFunction: 'a function',
  ExecuteFlow: 'another flow',
  BaseChain: 'a chain',
  string: 'text',
  number: 'a number',
  boolean: 'yes or no',
  json: 'JSON',
  array: 'a list',
} as const

export type TypeWord = keyof typeof TYPE_WORDS

const ORDER = Object.keys(TYPE_WORDS) as TypeWord[]

/** The class that says most among those of one output; nothing when people have no word for any of them. */
export function tellingType(types: readonly string[]): TypeWord | undefined {
  return ORDER.find((word) => types.includes(word))
}

/** What an output gives, in words that fit into a sentence. */
export function wordsForGiven(
  types: readonly string[],
  words: Readonly<Record<TypeWord, string>> = TYPE_WORDS,
): string {
  const telling = tellingType(types)
  return telling ? words[telling] : readableClass(types[0] ?? '').toLowerCase()
}

/** What an input takes, in words that fit into a sentence: `a chat model, a memory`. */
export function wordsForTaken(
  types: readonly string[],
  words: Readonly<Record<TypeWord, string>> = TYPE_WORDS,
): string {
  return [...new Set(types.map((type) => wordsForGiven([type], words)))].join(', ')
}

/** A class that nobody has a word for, read as words: `HydeRetriever` is `Hyde retriever`. */
export function readableClass(className: string): string {
  const words = className
    .replace(/^Base(?=[A-Z])/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
  return words.map((word, index) => (index === 0 || word === word.toUpperCase() ? word : word.toLowerCase())).join(' ')
}
