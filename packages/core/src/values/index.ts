import type { Chat } from './chat.ts'
import type { ChatModel } from './chat-model.ts'
import type { Memory } from './memory.ts'
import type { ModelCache, Moderation, OutputParser, Prompt } from './prompt.ts'
import type { Documents, Embeddings, RecordManager, Retriever, TextSplitter, VectorStore } from './retrieval.ts'
import type { Tool, Toolkit } from './tool.ts'

export type * from './answer-event.ts'
export type * from './chat.ts'
export type * from './chat-model.ts'
export type * from './documents.ts'
export type * from './json-schema.ts'
export type * from './memory.ts'
export type * from './messages.ts'
export type * from './prompt.ts'
export type * from './retrieval.ts'
export type * from './tool.ts'
export type * from './used-tool.ts'

/** Everything a node can hand to another that is not plain data. */
export type NodeValue =
  | Chat
  | ChatModel
  | Documents
  | Embeddings
  | Memory
  | ModelCache
  | Moderation
  | OutputParser
  | Prompt
  | RecordManager
  | Retriever
  | TextSplitter
  | Tool
  | Toolkit
  | VectorStore

/** Which value a connection of a given class carries. Classes not listed carry plain data. */
export interface AnchorValues {
  BaseLanguageModel: ChatModel
  BaseChatModel: ChatModel
  BaseLLM: ChatModel
  ChatOpenAI: ChatModel
  BaseMemory: Memory
  BaseChatMemory: Memory
  BasePromptTemplate: Prompt
  BaseChatPromptTemplate: Prompt
  ChatPromptTemplate: Prompt
  PromptTemplate: Prompt
  BaseLLMOutputParser: OutputParser
  BaseRetriever: Retriever
  VectorStoreRetriever: Retriever
  VectorStore: VectorStore
  Embeddings: Embeddings
  Document: Documents
  TextSplitter: TextSplitter
  Tool: Tool | Toolkit
  BaseChain: Chat
  BaseCache: ModelCache
  Moderation: Moderation
  RecordManager: RecordManager
}
