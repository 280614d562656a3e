import type { Run } from '../run/run.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ScoredDocument } from './retrieval.ts'

export type Role = 'system' | 'user' | 'assistant' | 'tool'

export interface Message {
  role: Role
  content: string | ContentPart[]
  /** Calls the assistant asked for. */
  toolCalls?: ToolCall[]
  /** On a `tool` message: the call it answers. */
  toolCallId?: string
  /** What a vendor wants back unchanged on the next request (signed thinking blocks, say). */
  providerData?: unknown
}

export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image'; mimeType: string; /** base64 */ data: string }
  | { type: 'image-url'; url: string }
  | { type: 'file'; mimeType: string; name: string; /** base64 */ data: string }

export interface ToolCall {
  id: string
  name: string
  /** Parsed arguments; `{}` when the model sent none. */
  input: Record<string, unknown>
}

export interface ToolSpec {
  name: string
  description: string
  parameters: JsonSchema
}

export interface ModelRequest {
  messages: Message[]
  tools?: ToolSpec[]
  toolChoice?: 'auto' | 'none' | 'required'
  stop?: string[]
  /** Ask for JSON of this shape, where the vendor can promise it. */
  responseSchema?: JsonSchema
  /**
   * What a retriever found for the question, handed over by every node that also writes it into the messages.
   * Language models read the messages and ignore this; the built-in answerer quotes from it.
   */
  context?: readonly ScoredDocument[]
}

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
  cachedInputTokens?: number
  reasoningTokens?: number
}

export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool-call'; call: ToolCall }
  | { type: 'usage'; usage: TokenUsage }
  | { type: 'finish'; reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other'; providerData?: unknown }

/** A language model: chat models and completion models alike. */
export interface ChatModel {
  readonly kind: 'chat-model'
  readonly modelName: string
  /** `completion` models take one text; the adapter joins the messages. */
  readonly style: 'chat' | 'completion'
  readonly canCallTools: boolean
  readonly canSeeImages: boolean
  stream(request: ModelRequest, run: Run): AsyncIterable<ModelEvent>
}
