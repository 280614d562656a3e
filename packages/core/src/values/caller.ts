import type { JsonSchema } from './json-schema.ts'
import type { Message, ToolChoice, ToolSpec } from './messages.ts'

/** How a model writes. A caller can set it for one question, where the flow's model takes it. */
export interface Sampling {
  temperature?: number
  topP?: number
  /** The longest answer in tokens. It never exceeds the limit of the model's node. */
  maxTokens?: number
  seed?: number
  presencePenalty?: number
  frequencyPenalty?: number
}

/** What a model takes with a single request, beside its messages and tools. */
export type ModelSetting = keyof Sampling | 'stop' | 'responseSchema' | 'namedTool'

/** What a client that speaks a model's protocol passes on to the model that answers. */
export interface CallerRequest {
  /** Tools that the caller runs itself: a call of one ends the turn. */
  tools?: ToolSpec[]
  toolChoice?: ToolChoice
  /** The calls it made since the question, with their results. */
  since?: Message[]
  responseSchema?: JsonSchema
  stop?: string[]
  sampling?: Sampling
  /** The protocol demands the longest answer of every caller: a model that takes none answers all the same. */
  isLengthDemanded?: true
  /** What each of these is called in the caller's protocol, for errors. */
  names?: Readonly<Record<string, string>>
}
