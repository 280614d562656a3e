/** What flows through a port, as a person names it; each has a colour of its own. */
export type PortKind = 'model' | 'memory' | 'document' | 'embedding' | 'retriever' | 'tool' | 'prompt' | 'chain'

const KIND_OF_CLASS: Readonly<Record<string, PortKind>> = {
  BaseChatModel: 'model',
  BaseLanguageModel: 'model',
  BaseLLM: 'model',
  BaseMemory: 'memory',
  BaseChatMemory: 'memory',
  Document: 'document',
  TextSplitter: 'document',
  BaseDocumentLoader: 'document',
  Embeddings: 'embedding',
  BaseRetriever: 'retriever',
  VectorStoreRetriever: 'retriever',
  VectorStore: 'retriever',
  RecordManager: 'retriever',
  Tool: 'tool',
  Toolkit: 'tool',
  StructuredTool: 'tool',
  BasePromptTemplate: 'prompt',
  BaseChatPromptTemplate: 'prompt',
  ChatPromptTemplate: 'prompt',
  PromptTemplate: 'prompt',
  BaseLLMOutputParser: 'prompt',
}

const KIND_OF_CATEGORY: readonly (readonly [RegExp, PortKind])[] = [
  [/chat models|llms/i, 'model'],
  [/memory/i, 'memory'],
  [/document|splitter|loader/i, 'document'],
  [/embedding/i, 'embedding'],
  [/retriev|vector|record/i, 'retriever'],
  [/tool/i, 'tool'],
  [/prompt|parser/i, 'prompt'],
]

/** The kind of an input or output by the classes it names. */
export function portKind(types: readonly string[]): PortKind {
  for (const type of types) {
    const kind = KIND_OF_CLASS[type]
    if (kind) return kind
  }
  return 'chain'
}

const KIND_OF_STEP: readonly (readonly [RegExp, PortKind])[] = [
  [/^(llm|agent)Agentflow$/, 'model'],
  [/^(tool|http|customFunction|executeFlow)Agentflow$/, 'tool'],
  [/^retrieverAgentflow$/, 'retriever'],
  [/^(condition|conditionAgent|humanInput)Agentflow$/, 'prompt'],
  [/^(loop|iteration|wait)Agentflow$/, 'document'],
]

/** The kind of a node: by its category, and among steps by what a step does. */
export function nodeKind({ name, category }: { name: string; category: string }): PortKind {
  return KIND_OF_STEP.find(([pattern]) => pattern.test(name))?.[1] ?? categoryKind(category)
}

export function categoryKind(category: string): PortKind {
  return KIND_OF_CATEGORY.find(([pattern]) => pattern.test(category))?.[1] ?? 'chain'
}
