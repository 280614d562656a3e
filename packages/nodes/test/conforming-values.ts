import type {
  Chat,
  ChatModel,
  Documents,
  Embeddings,
  Memory,
  ModelCache,
  ModelEvent,
  ModelRequest,
  Moderation,
  OutputParser,
  Prompt,
  RecordManager,
  Retriever,
  TextSplitter,
  Tool,
  VectorStore,
} from '@chatwright/core'

/** The simplest real value of each kind, for filling a node's connections. */
export function conformingValue(anchorClass: string): unknown {
  return valuesByClass[anchorClass]?.()
}

/** A model that answers from a script, one entry per request; `requests` holds what it was asked. */
export function scriptedModel(
  answers: readonly (string | readonly ModelEvent[])[],
  overrides: Partial<ChatModel> = {},
): ChatModel & { requests: ModelRequest[] } {
  const waiting = [...answers]
  const requests: ModelRequest[] = []
  return {
    kind: 'chat-model',
    modelName: 'scripted',
    style: 'chat',
    canCallTools: true,
    canSeeImages: true,
    ...overrides,
    requests,
    async *stream(request) {
      requests.push({ ...request, messages: [...request.messages] })
      const answer = waiting.shift()
      if (answer === undefined) throw new Error('The script has no answer left')
      yield* typeof answer === 'string' ? textEvents(answer) : answer
    },
  }
}

export function textEvents(answer: string): ModelEvent[] {
  const words = answer.match(/\S+\s*|\s+/g) ?? []
  return [
    ...words.map((text): ModelEvent => ({ type: 'text', text })),
    { type: 'usage', usage: { inputTokens: 3, outputTokens: words.length } },
    { type: 'finish', reason: 'stop' },
  ]
}

export function fixedRetriever(contents: readonly string[]): Retriever & { queries: string[] } {
  const queries: string[] = []
  return {
    kind: 'retriever',
    queries,
    retrieve: async (query) => {
      queries.push(query)
      return contents.map((pageContent, index) => ({ pageContent, metadata: { source: `document ${index + 1}` } }))
    },
  }
}

export function scriptedTool(name: string, answer: (input: Record<string, unknown>) => string): Tool {
  return {
    kind: 'tool',
    name,
    description: `Answers as the test says: ${name}`,
    parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    call: async (input) => answer(input),
  }
}

/** Vectors of letter counts: no meaning, but equal texts are nearest. */
export function letterEmbeddings(): Embeddings {
  const embed = (text: string): number[] =>
    Array.from({ length: 26 }, (_, index) => text.toLowerCase().split(String.fromCodePoint(97 + index)).length - 1)
  return {
    kind: 'embeddings',
    modelName: 'letters',
    embedDocuments: async (texts) => texts.map(embed),
    embedQuery: async (text) => embed(text),
  }
}

export function fixedMemory(messages: Awaited<ReturnType<Memory['load']>> = []): Memory & {
  saved: { question: string; answer: string }[]
} {
  const saved: { question: string; answer: string }[] = []
  return {
    kind: 'memory',
    memoryKey: 'chat_history',
    saved,
    load: async () => messages,
    save: async (exchange) => {
      saved.push(exchange)
    },
    clear: async () => {},
  }
}

export function fixedPrompt(template: string): Prompt {
  const variables = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  return {
    kind: 'prompt',
    variables,
    values: {},
    format: async (values) => [
      { role: 'user', content: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])) },
    ],
  }
}

const model = (): ChatModel => scriptedModel(['An answer'])
const retriever = (): Retriever => fixedRetriever(['A document'])
const memory = (): Memory => fixedMemory()
const prompt = (): Prompt => fixedPrompt('{question}')

const valuesByClass: Record<string, () => unknown> = {
  BaseLanguageModel: model,
  BaseChatModel: model,
  BaseLLM: model,
  ChatOpenAI: model,
  BaseMemory: memory,
  BaseChatMemory: memory,
  BasePromptTemplate: prompt,
  BaseChatPromptTemplate: prompt,
  ChatPromptTemplate: prompt,
  PromptTemplate: prompt,
  BaseLLMOutputParser: (): OutputParser => ({
    kind: 'output-parser',
    instructions: '',
    autofix: false,
    parse: (text) => text,
  }),
  BaseRetriever: retriever,
  VectorStoreRetriever: retriever,
  VectorStore: (): VectorStore => ({
    kind: 'vector-store',
    embeddings: letterEmbeddings(),
    search: async () => [],
    add: async () => {},
    searchByVector: async () => [],
    upsert: async () => ({ numAdded: 0, numUpdated: 0, numSkipped: 0, numDeleted: 0, addedDocs: [], failures: [] }),
    delete: async () => {},
  }),
  Embeddings: letterEmbeddings,
  Document: (): Documents => ({ kind: 'documents', load: async () => [{ pageContent: 'A document', metadata: {} }] }),
  TextSplitter: (): TextSplitter => ({
    kind: 'text-splitter',
    splitText: async (text) => [text],
    splitDocuments: async (documents) => [...documents],
  }),
  Tool: () => scriptedTool('echo', ({ input }) => String(input)),
  BaseChain: (): Chat => ({
    kind: 'chat',
    async *answer() {
      yield { type: 'token', text: 'An answer' }
    },
  }),
  BaseCache: (): ModelCache => ({ kind: 'cache', get: async () => undefined, set: async () => {} }),
  Moderation: (): Moderation => ({ kind: 'moderation', check: async () => undefined }),
  RecordManager: (): RecordManager => ({
    kind: 'record-manager',
    cleanup: 'none',
    sourceIdKey: 'source',
    known: async (_, keys) => keys.map(() => false),
    knownGroups: async () => new Set(),
    remember: async () => {},
    stale: async () => [],
    forget: async () => {},
  }),
  string: () => 'A text',
  PromptRetriever: () => ({
    kind: 'prompt-retriever',
    name: 'general',
    description: 'Anything',
    systemMessage: 'Help.',
  }),
}
