import type { Chat } from './chat.ts'
import type { ChatModel } from './chat-model.ts'
import type { FlowStep } from './flow-step.ts'
import type { Memory } from './memory.ts'
import type { ModelCache, Moderation, OutputParser, Prompt } from './prompt.ts'
import type { Documents, Embeddings, RecordManager, Retriever, TextSplitter, VectorStore } from './retrieval.ts'
import type { Tool, Toolkit } from './tool.ts'

/** Everything a node can hand to another that is not plain data. */
export type NodeValue =
  | Chat
  | ChatModel
  | Documents
  | Embeddings
  | FlowStep
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

export type ValueKind = NodeValue['kind']

export type ValueOfKind<Kind extends ValueKind> = Extract<NodeValue, { kind: Kind }>
