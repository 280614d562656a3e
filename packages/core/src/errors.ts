import type { WaitQuestion } from './values/step-data.ts'

export type NodeErrorCode =
  | 'missing-input'
  | 'bad-input'
  | 'missing-credential'
  | 'wrong-credential'
  | 'not-found'
  | 'quota'
  /** A provider asks to come back later. */
  | 'rate-limit'
  /** A provider has more to do than it can. */
  | 'overloaded'
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'unsupported'
  /** A caller sets something that the flow's model doesn't take. `field` is its name in the caller's protocol. */
  | 'unsupported-parameter'
  | 'failed'

export interface NodeErrorOptions {
  code?: NodeErrorCode
  /** What the one who draws the flow can do about it, as a sentence. Visitors never read it. */
  hint?: string
  /** The input that is at fault, by name. */
  field?: string
  isRetryable?: boolean
  /** The status a provider answered with, when there was one. */
  status?: number
  /** What a person may be asked, where the run can wait: whether it may be done after all. */
  question?: WaitQuestion
  cause?: unknown
}

const brand = Symbol.for('chatwright.NodeError')

/** Something went wrong inside a node; the message is for people. */
export class NodeError extends Error {
  /** Nodes from elsewhere bring a copy of this class along; theirs are as good as ours. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  readonly [brand] = true
  override readonly name = 'NodeError'
  readonly code: NodeErrorCode
  readonly hint: string | undefined
  readonly field: string | undefined
  readonly isRetryable: boolean
  readonly status: number | undefined
  readonly question: WaitQuestion | undefined
  /** Set once by the engine, to the innermost node that failed. */
  nodeId: string | undefined
  nodeLabel: string | undefined
  /** Set where the last try was given up: when a provider said it may be asked again. */
  retryAfterSeconds: number | undefined

  constructor(message: string, options: NodeErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code ?? 'failed'
    this.hint = options.hint
    this.field = options.field
    this.isRetryable = options.isRetryable ?? false
    this.status = options.status
    this.question = options.question
  }
}

/** What happened and what to do about it, as sentences: messages that quote somebody often end without a full stop. */
export function withHint(message: string, hint: string | undefined): string {
  if (hint === undefined) return message
  return /[.!?…:]\s*$/.test(message) ? `${message} ${hint}` : `${message}. ${hint}`
}
