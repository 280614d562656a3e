import type { JsonSchema } from './json-schema.ts'

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
  /** The arguments began as JSON and broke off: `input` holds the text as it came, and no tool may act on it. */
  isBroken?: true
}

export interface ToolSpec {
  name: string
  description: string
  parameters: JsonSchema
}

/** Whether a model must, may or can't use tools; or the one that it must use. */
export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

export interface TokenUsage {
  inputTokens: number
  outputTokens: number
  cachedInputTokens?: number
  reasoningTokens?: number
}
