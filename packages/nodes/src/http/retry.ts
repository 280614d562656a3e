import type { NodeError } from '@chatwright/core'

export const maxTries = 3

/** Longer waits than this are the caller's to decide about. */
const longestWaitMs = 20_000

/** A refusal together with the headers that say when to try again. */
export class RefusedExchange extends Error {
  readonly error: NodeError
  readonly headers: Headers

  constructor(error: NodeError, response: Pick<Response, 'headers'>) {
    super(error.message, { cause: error })
    this.error = error
    this.headers = response.headers
  }
}

export interface Attempt {
  tries: number
  signal: AbortSignal
  /** Something of the answer reached the reader already. */
  hasForwarded?: boolean
  /** What a failure that is no refusal means: a broken connection, a limit that passed. */
  explain(error: unknown): NodeError
}

/**
 * Decides after a failed try: waits and returns, so that the caller tries again, or throws what the person should see.
 * A cancelled run throws the reason it was cancelled for.
 */
export async function retryOrThrow(error: unknown, { tries, signal, hasForwarded, explain }: Attempt): Promise<void> {
  if (signal.aborted) throw signal.reason
  const failure = error instanceof RefusedExchange ? error.error : explain(error)
  const waitMs = error instanceof RefusedExchange ? retryAfter(error.headers) : undefined
  const canRetry = failure.isRetryable && !hasForwarded && tries < maxTries
  if (!canRetry || (waitMs ?? 0) > longestWaitMs) {
    if (waitMs !== undefined) failure.retryAfterSeconds = secondsToTell(waitMs)
    throw failure
  }
  await sleep(waitMs ?? backoff(tries), signal)
}

/** A provider that says "next year" would have its callers never come back; one that says "now" has been asked already. */
function secondsToTell(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs / 1000), 1), longestToldSeconds)
}

const longestToldSeconds = 3600

/** Seconds or a date, as the header may hold. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Half a second, then one, each up to a quarter shorter so that callers do not return all at once. */
function backoff(tries: number): number {
  return 500 * 2 ** (tries - 1) * (1 - Math.random() / 4)
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
