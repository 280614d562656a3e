import type { Run } from '../run/run.ts'
import type { Message } from './messages.ts'

/** A template with named holes. */
export interface Prompt {
  readonly kind: 'prompt'
  readonly variables: readonly string[]
  /** Values already known from the node's own "prompt values". */
  readonly values: Readonly<Record<string, unknown>>
  format(values: Readonly<Record<string, unknown>>): Promise<Message[]>
}

export interface OutputParser {
  readonly kind: 'output-parser'
  /** Text for the model that says what shape to answer in. */
  readonly instructions: string
  readonly autofix: boolean
  /** Throws a NodeError when the text does not have the shape. */
  parse(text: string): unknown
}

export interface Moderation {
  readonly kind: 'moderation'
  /** The refusal to show instead of an answer, or nothing when the text may pass. */
  check(text: string, run: Run): Promise<string | undefined>
}

/** A cache of whole answers, keyed by a digest of the request. */
export interface ModelCache {
  readonly kind: 'cache'
  get(key: string): Promise<string | undefined>
  set(key: string, value: string): Promise<void>
}
