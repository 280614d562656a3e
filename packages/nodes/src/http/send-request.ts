import { openExchange, readBytes } from './exchange.ts'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'
import { answerError, networkError, tooSlow } from './request-errors.ts'
import { maxTries, RefusedExchange, retryOrThrow } from './retry.ts'

/** Not 500: a service that failed half-way may have done half of it. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_BYTES = 20 * 1024 * 1024

/** Sends a request, tries again what may pass later, and turns every failure into an error that says what to do. */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(request)
    } catch (error) {
      const explain = (fault: unknown) => networkError(request, fault)
      const wasRefused = error instanceof RefusedExchange && error.error.status === 429 && request.isLimited
      // Whoever must not ask twice is told at once, as after the last try.
      const counted = request.isOnce && !wasRefused ? maxTries : tries
      await retryOrThrow(error, { tries: counted, signal: request.signal, explain })
    }
  }
}

async function tryOnce(request: HttpRequest): Promise<HttpAnswer> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, accept = [], headers = {} } = request
  const exchange = await openExchange({
    ...request,
    headers,
    method: request.method ?? 'GET',
    timeouts: { firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs },
    tooSlow: (what, ms) => tooSlow(request, what, ms),
  })
  try {
    const { response } = exchange
    const bytes = await readBytes(exchange, maxBytes)
    const { status, statusText, headers: answered } = response
    const answer = { status, statusText, headers: answered, bytes, text: new TextDecoder().decode(bytes) }
    if (response.ok || accept.includes(response.status)) return answer
    const isRetryable = RETRIED_STATUSES.has(response.status)
    throw new RefusedExchange(answerError(request, answer, { isRetryable }), response)
  } finally {
    exchange.close()
  }
}
