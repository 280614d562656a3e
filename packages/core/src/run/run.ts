import type { CallerRequest } from '../values/caller.ts'
import type { ContentPart, Message, TokenUsage } from '../values/messages.ts'
import type { Perform } from './call-event.ts'
import type { RunEvent } from './events.ts'

/** Who is talking in which conversation. */
export interface Session {
  readonly flowId: string
  readonly chatId: string
  readonly sessionId: string
  /** What the caller calls it, where that is not its id: flows and answers show this one. */
  readonly sessionName?: string
  /** `internal` from the canvas, `external` from the API, a page or a widget. */
  readonly origin: 'internal' | 'external'
  /** Begun by this very request: nothing was said before. */
  readonly isNew?: boolean
}

/** Whoever asks the model that answers takes it; what nobody took had no effect, and the caller learns so. */
export interface CallerInRun {
  readonly request: CallerRequest
  isTaken: boolean
}

/** One request on its way through a flow. Handed to every call, so that shared values hold nothing of a request. */
export interface Run {
  readonly id: string
  readonly session: Session
  readonly question: string
  readonly attachments: readonly ContentPart[]
  /** History the caller sent along, oldest first; memories that keep their own ignore it. */
  readonly history: readonly Message[]
  /** What the caller passes on to the model that answers. */
  readonly caller?: CallerInRun
  /** Values nodes share within this one run (set and get variable). */
  readonly state: Map<string, unknown>
  /** What was said of this answer before it broke off: the model is asked to go on from there. */
  readonly answerSoFar?: string
  readonly signal: AbortSignal
  /** Trace events of nodes called inside other nodes; answers are yielded, not emitted. */
  emit(event: RunEvent): void
  now(): number
  /** An id that nothing else in this run has, and the same when the run is replayed. */
  newId?(): string
  /** Tells what a vendor counted, for calls whose result does not say it. There inside a call of embeddings. */
  used?(usage: TokenUsage): void
  /** See `perform`. Missing inside a call that is recorded as a whole. */
  readonly perform?: Perform
}
