import { isRunEvents, readRunEvent, RUN_EVENTS_TYPE } from '@chatwright/core/run'
import type { RunEvent } from '@chatwright/core/run'

import { readSseFrames } from './sse-frames.ts'

export interface AskOptions {
  /** Sends the request; `headers` hold what makes a repetition safe. Throws when the server refuses. */
  send: (request: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>
  /** One per question, so that a repeated request never asks the model twice. */
  idempotencyKey: string
  signal: AbortSignal
  /** Goes on after this event instead of asking: the page was reloaded while an answer was being written. */
  resumeAfter?: string
  /** The run has begun: a reloaded page that resumes after this id sees the whole answer again. */
  onRun?: (beforeFirstId: string) => void
  onConnection?: (state: ConnectionState) => void
  /** Waits between tries; tests hand in their own. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Longer than the server's heartbeat: silence beyond it means that the connection is dead. */
  silenceLimitMs?: number
}

/** What is told of an answer: `restart` says that it is about to be told again, from its beginning. */
export type ToldEvent = RunEvent | { type: 'restart' }

export type ConnectionState = 'connected' | 'reconnecting'

/** The answer was being written, the connection broke, and the server no longer knows the run. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost'
}

/** The server speaks otherwise than this page, which was loaded before an upgrade or from another server. */
export class OutdatedPage extends Error {
  override readonly name = 'OutdatedPage'
}

/** Tries again for as long as the server keeps a run without a reader. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000, 8000, 8000]

/**
 * Asks a flow and yields what it answers, each event exactly once, whatever the connection does meanwhile.
 * Refusals of the first request are thrown as they are; a break is mended by resuming after the last event seen.
 */
export async function* askFlow(options: AskOptions): AsyncGenerator<ToldEvent, void> {
  const { signal, wait = waitOrOnline } = options
  const progress: Progress = {
    lastId: options.resumeAfter,
    seen: new Set(),
    isOver: false,
    hasReached: false,
    isRepeating: false,
  }
  for (let failures = 0; ; failures += 1) {
    const seenBefore = progress.seen.size
    try {
      yield* readOnce(options, progress)
      if (progress.isOver) return
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof OutdatedPage) throw error
      if (isRefusal(error)) {
        if (progress.isRepeating) throw new AnswerLost('', { cause: error })
        if (progress.lastId === undefined) throw error
        // The run is over and no longer read event by event; the answer kept under our key still is.
        Object.assign(progress, { lastId: undefined, seen: new Set(), isRepeating: true })
        yield { type: 'restart' }
        continue
      }
      if (!progress.hasReached && progress.lastId === undefined) throw error
    }
    if (progress.seen.size > seenBefore) failures = 0
    const delay = RETRY_DELAYS_MS[failures]
    if (delay === undefined) throw new AnswerLost()
    options.onConnection?.('reconnecting')
    await wait(delay, signal)
  }
}

interface Progress {
  lastId: string | undefined
  seen: Set<string>
  isOver: boolean
  /** The server answered at least once: from here on a break is mended, not reported. */
  hasReached: boolean
  /** Asked for the whole answer again, by the key of its question. */
  isRepeating: boolean
}

async function* readOnce(options: AskOptions, progress: Progress): AsyncGenerator<ToldEvent, void> {
  const silence = new SilenceWatch(options.silenceLimitMs ?? 45_000)
  const signal = AbortSignal.any([options.signal, silence.signal])
  try {
    const response = await options.send({
      headers: {
        Accept: RUN_EVENTS_TYPE,
        'Idempotency-Key': options.idempotencyKey,
        ...(progress.lastId !== undefined && { 'Last-Event-ID': progress.lastId }),
      },
      signal,
    })
    progress.hasReached = true
    options.onConnection?.('connected')
    if (!isRunEvents(response.headers.get('content-type')) || !response.body) throw new OutdatedPage()
    for await (const frame of readSseFrames(response.body, () => silence.postpone())) {
      if (frame.id !== undefined) {
        if (progress.seen.has(frame.id)) continue
        if (progress.lastId === undefined) options.onRun?.(beforeFirst(frame.id))
        progress.seen.add(frame.id)
        progress.lastId = frame.id
      }
      const event = readRunEvent(frame.data)
      if (!event) continue
      if (event.type === 'run-end') progress.isOver = true
      yield event
      if (progress.isOver) return
    }
  } finally {
    silence.stop()
  }
}

/** Half-open connections deliver neither data nor an error: silence is how one notices. */
class SilenceWatch {
  readonly #controller = new AbortController()
  readonly #limit: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(limit: number) {
    this.#limit = limit
    this.postpone()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  postpone(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(new Error('The connection fell silent')), this.#limit)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

/** Ids are `<run>:<number of the event>`, and events are counted from one. */
function beforeFirst(id: string): string {
  return id.replace(/(?<!\d)\d+$/, '0')
}

/** The server answered and said no; asking again the same way would not help. */
function isRefusal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false
  const { status } = error
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 408
}

function waitOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => () => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', isOnline)
      signal.removeEventListener('abort', isAborted)
      finish()
    }
    const isOnline = settle(resolve)
    const isAborted = settle(() => reject(signal.reason as Error))
    const timer = setTimeout(isOnline, milliseconds)
    globalThis.addEventListener('online', isOnline)
    signal.addEventListener('abort', isAborted)
  })
}
