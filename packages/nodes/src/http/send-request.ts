import { setTimeout as wait } from 'node:timers/promises'
import { NodeError } from '@chatwright/core'
import type { HttpAnswer, HttpRequest } from './http-exchange.ts'
import { readLimited } from './read-limited.ts'
import { answerError, networkError } from './request-errors.ts'

const MOST_TRIES = 3
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_BYTES = 20 * 1024 * 1024

/** Sends a request, tries again what may pass later, and turns every failure into an error that says what to do. */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(request)
    if (!(outcome instanceof NodeError)) return outcome.answer
    if (!outcome.isRetryable || attempt === MOST_TRIES) throw outcome
    await wait(delayBefore(attempt, outcome), undefined, { signal: request.signal })
  }
}

async function tryOnce(request: HttpRequest): Promise<{ answer: HttpAnswer } | NodeError> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, accept = [] } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await request.fetch(request.url, {
      method: request.method ?? 'GET',
      headers: headersOf(request),
      ...(request.body !== undefined && {
        body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
      }),
      signal: AbortSignal.any([signal, timeout]),
    })
    const bytes = await readLimited(response, maxBytes)
    const answer = { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
    if (response.ok || accept.includes(response.status)) return { answer }
    return answerError(request, answer, { isRetryable: RETRIED_STATUSES.has(response.status) })
  } catch (cause) {
    // The person went away: nobody wants an explanation.
    if (signal.aborted) throw signal.reason
    if (cause instanceof NodeError) throw cause
    return networkError(request, cause, { isTimeout: timeout.aborted, timeoutMs })
  }
}

function headersOf({ headers = {}, body }: HttpRequest): Record<string, string> {
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  return body === undefined || hasType || typeof body === 'string'
    ? headers
    : { 'content-type': 'application/json', ...headers }
}

function delayBefore(attempt: number, error: NodeError): number {
  const { cause } = error
  const asked = cause instanceof Headers ? Number(cause.get('retry-after') ?? Number.NaN) : Number.NaN
  return Number.isNaN(asked) ? 150 * 2 ** attempt : Math.min(asked * 1000, 10_000)
}
