import type { Run } from '../run/run.ts'
import type { Document, ScoredDocument } from './documents.ts'
import type { JsonSchema } from './json-schema.ts'
import type { ModelSetting, Sampling } from './caller.ts'
import type { Message, TokenUsage, ToolCall, ToolChoice, ToolSpec } from './messages.ts'
import type { NearLimit } from './step-data.ts'

export interface ModelRequest {
  messages: Message[]
  tools?: ToolSpec[]
  toolChoice?: ToolChoice
  stop?: string[]
  /** Ask for JSON of this shape, where the vendor can promise it. */
  responseSchema?: JsonSchema
  /** In place of what the node says, for this request. */
  sampling?: Sampling
  /**
   * What a retriever found for the question, handed over by every node that also writes it into the messages.
   * Language models read the messages and ignore this; the built-in answerer quotes from it.
   */
  context?: readonly ScoredDocument[]
}

export type ModelEvent =
  | {
      type: 'text'
      text: string
      /** The same text as it came, when several pieces came together. */ pieces?: string[]
    }
  | { type: 'thinking'; text: string }
  | { type: 'tool-call'; call: ToolCall }
  /** Pages that tools of the vendor's own read for the answer. */
  | { type: 'sources'; documents: Document[] }
  /** Pictures that they drew, in base 64. */
  | { type: 'pictures'; pictures: DrawnPicture[] }
  | { type: 'usage'; usage: TokenUsage }
  /** Another model is asked than the node names: what runs may cost is nearly used up. Told first, and to no node. */
  | { type: 'instead'; model: string; limit?: NearLimit }
  | { type: 'finish'; reason: 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'other'; providerData?: unknown }

export interface DrawnPicture {
  mimeType: string
  data: string
  /** What it shows. */
  description?: string
}

/** A language model: chat models and completion models alike. */
export interface ChatModel {
  readonly kind: 'chat-model'
  readonly modelName: string
  /** `completion` models take one text; the adapter joins the messages. */
  readonly style: 'chat' | 'completion'
  readonly canCallTools: boolean
  readonly canSeeImages: boolean
  /** What a request can set. Missing where it can set nothing. */
  readonly settings?: readonly ModelSetting[]
  /** Quotes what it is given and writes nothing itself: not to be asked to rephrase, summarise or judge. */
  readonly quotesOnly?: true
  /** Tools that its vendor runs itself, where it does: their names, and the same model with some of them. */
  readonly vendorTools?: { readonly names: readonly string[]; use(names: readonly string[]): ChatModel }
  /** Which documents of a request's context the answer quotes, where a model can tell. */
  quoted?(request: ModelRequest): readonly ScoredDocument[]
  stream(request: ModelRequest, run: Run): AsyncIterable<ModelEvent>
}
