import type { JsonSchema } from './json-schema.ts'
import type { ContentPart } from './messages.ts'

/** What a call does to the world: whether it may be done again when whoever did it is lost. */
export type StepEffect = 'pure' | 'asks' | 'reads' | 'own' | 'writes'

/** Said in a run, on the way to a step. */
export interface SaidMessage {
  role: 'user' | 'assistant'
  content: string | ContentPart[]
  /** Who said it, where it was not the person who asks. */
  name?: string
}

/**
 * `decision`: a step asks. `approval`: tools are to be called. `unknown`: nobody knows whether a call was made. `limit`: what runs
 * may cost is used up, and only those who run the server say whether more may be used.
 */
export const WAIT_KINDS = ['decision', 'approval', 'unknown', 'time', 'limit'] as const

/** `asker`: who talks with the flow, by the buttons. `reviewers`: those with a review link, and the owner. */
export const DECIDERS = ['asker', 'reviewers'] as const
export type Decider = (typeof DECIDERS)[number]

/** What a run waits for, and what a person sees of it. */
export interface WaitQuestion {
  kind: (typeof WAIT_KINDS)[number]
  text: string
  buttons: readonly WaitButton[]
  /** Who decides; without it, who asks. */
  decider?: Decider
  /** The reader may press its buttons but not change arguments. */
  isButtonsOnly?: true
  /** Whether a few words may come with the decision. */
  takesFeedback?: boolean
  /** Calls to be approved, each by itself. */
  calls?: readonly WaitCall[]
  /** What is to be filled in with the decision. */
  fields?: readonly WaitField[]
  /** When it decides itself, in milliseconds since 1970, and how. */
  wakeAt?: number
  /** What is used up, where a limit asks. */
  limit?: ReachedLimit
  /** What the step was given, shown with the question. */
  input?: Record<string, unknown>
}

/** A limit that left no room for a call: of whom and in which period. */
export interface ReachedLimit {
  id: string
  subject: string
  period: string
  /** How much more had been allowed by then. */
  allowed: number
  /** How much more is asked for. */
  wanted: number
}

/** A limit that is nearly used up, as those see it who set it. */
export interface NearLimit {
  scope: 'run' | 'chat' | 'visitor' | 'key' | 'flow' | 'tests' | 'instance'
  period: 'run' | 'day' | 'month'
  /** In millionths of a dollar. */
  amount: number
}

/** A model that answered in place of the one that its node names. */
export interface AnsweredInstead {
  model: string
  insteadOf: string
  /** The limit that made it so, where that is told. */
  limit?: NearLimit
}

export interface WaitButton {
  type: string
  label: string
}

export interface WaitCall {
  id: string
  tool: string
  input: Record<string, unknown>
  /** What changed arguments are checked by. */
  parameters?: JsonSchema
  /** Only shown: it needs no approval. */
  isFree?: true
}

export interface WaitField {
  name: string
  label: string
  type: 'string' | 'number' | 'boolean' | 'options'
  /** What can be chosen, for `options`. */
  options?: readonly string[]
  isRequired?: true
}

export interface Decision {
  /** `proceed`, `reject`, `timeout`, or the type of another button; for unknown calls `again`, `result`, `end`. */
  type: string
  feedback?: string
  /** What a person says of single calls, by their id. */
  calls?: Record<string, { type: 'proceed' | 'reject'; input?: Record<string, unknown>; feedback?: string }>
  /** What was filled in, by the names of the fields. */
  form?: Record<string, unknown>
  /** The result of an unknown call, given by hand. */
  result?: unknown
}
