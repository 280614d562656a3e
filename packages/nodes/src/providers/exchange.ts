import { NodeError } from '@chatwright/core'
import { openExchange, readBytes, type Exchange } from '../http/exchange.ts'
import { RefusedExchange } from '../http/retry.ts'
import { addressOf, defaultTimeouts, type Endpoint } from './endpoint.ts'
import { redirected, statusError } from './provider-errors.ts'

export interface Call {
  endpoint: Endpoint
  path: string
  method?: 'GET' | 'POST'
  /** Sent as JSON; a text is JSON already. */
  body?: unknown
  signal: AbortSignal
  /** Of an answer that comes whole. */
  maxBytes?: number
}

/** Sends one request; an answer other than 2xx is thrown as the error it means, with its Retry-After beside it. */
export async function openCall({ endpoint, path, method, body, signal }: Call): Promise<Exchange> {
  const address = addressOf(endpoint, path)
  const exchange = await openExchange({
    fetch: endpoint.fetch,
    url: address,
    method,
    headers: body === undefined ? endpoint.headers : { 'content-type': 'application/json', ...endpoint.headers },
    body,
    signal,
    timeouts: { ...defaultTimeouts, ...endpoint.timeouts },
    tooSlow: (what, ms) => tooSlow(endpoint, what, ms),
  })
  const { url } = exchange.response
  const isElsewhere = url !== '' && url !== address && new URL(url).origin !== new URL(endpoint.baseUrl).origin
  if (exchange.response.ok && !isElsewhere) return exchange
  try {
    if (isElsewhere) throw redirected(endpoint, url)
    const { response } = exchange
    throw new RefusedExchange(statusError(endpoint, response.status, await readText(exchange, longestError)), response)
  } finally {
    exchange.close()
  }
}

export async function readText(exchange: Exchange, maxBytes = longestBody): Promise<string> {
  return new TextDecoder().decode(await readBytes(exchange, maxBytes))
}

/** As much as a frame with media: it is parsed in one go, while everybody waits. */
const longestBody = 16 * 1024 * 1024
/** A sentence, in whatever it is wrapped. */
const longestError = 1024 * 1024

function tooSlow(endpoint: Endpoint, what: string, ms: number): NodeError {
  return new NodeError(`${endpoint.vendor} ${what} within ${ms / 1000} seconds.`, {
    code: 'timeout',
    hint: "Try again, use a faster model, or raise this node's time limit.",
    isRetryable: true,
  })
}
