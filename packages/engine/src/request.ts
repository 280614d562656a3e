import type {
  CallerRequest,
  ContentPart,
  CredentialValues,
  DecidedBy,
  Decision,
  Message,
  NodeContext,
  RunEvent,
  Session,
} from '@chatwright/core'
import type { CallGate } from './calls.ts'

/** What is asked of a plan, and by whom. */
export interface RunRequest {
  readonly runId: string
  readonly session: Session
  readonly question: string
  readonly attachments?: readonly ContentPart[]
  /** The conversation so far, when the caller sends it along. */
  readonly history?: readonly Message[]
  /** What the caller passes on to the model that answers. */
  readonly caller?: CallerRequest
  /** The text of attached files, for `{{file_attachment}}`. */
  readonly fileAttachment?: string
  /** What else `{{$flow.…}}` can name. */
  readonly flowValues?: Readonly<Record<string, unknown>>
  readonly overrides?: Overrides
  /** What was filled in or sent instead of a question. */
  readonly form?: Readonly<Record<string, unknown>>
  readonly webhook?: Readonly<Record<string, unknown>>
  /** The first of the runs that go on from each other; what was said before it is the past. */
  readonly executionId?: string
  /** What was told of these steps before: by whoever held the run, and by the runs that it goes on from. */
  readonly told?: readonly RunEvent[]
  /** What somebody decided since. */
  readonly decisions?: readonly { path: string; decision: Decision; by?: DecidedBy }[]
  /** The step that somebody wants done again, with what followed from it. */
  readonly again?: string
  /** Keeps what was told so far before anything else is done. Throws when another has taken the run over. */
  readonly keep?: () => Promise<void>
  /** An address at which somebody can decide what a step will ask, by the path of that question. */
  readonly linkTo?: (path: string) => string
  /** The state that the newest run of this chat ended with. */
  readonly stateBefore?: () => Promise<Readonly<Record<string, unknown>>>
  /** What was said of this answer before it broke off. */
  readonly answerSoFar?: string
  readonly signal: AbortSignal
  /** What the run's times are read from, where the clock on the wall may be set back meanwhile. */
  readonly now?: () => number
  /** What every call passes that reaches beyond the flow. */
  readonly gate?: CallGate | undefined
  /** In a replay nothing is waited for. */
  readonly isReplayed?: boolean
}

/** Values a request puts in place of the flow's own. Whoever makes them has checked that the owner allows it. */
export interface Overrides {
  /** By node id, then by input name. */
  readonly nodes: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  readonly variables?: Readonly<Record<string, string>>
}

/** Everything outside the engine. */
export interface Effects {
  readonly context: NodeContext
  /** Decrypts a stored credential, if it is of one of these kinds. */
  credential(id: string, allowedNames: readonly string[]): Promise<CredentialValues>
  /** Takes out of a tool's result, or of its failure, what no model may be told. */
  hideSecrets?<Value>(value: Value): Value
}
