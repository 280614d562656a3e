import type { Timeouts } from '../http/exchange.ts'

/** Where and how a provider is reached, and what to call things when something goes wrong. */
export interface Endpoint {
  /** The vendor's name in messages. */
  vendor: string
  baseUrl: string
  headers: Readonly<Record<string, string>>
  fetch: typeof fetch
  timeouts?: Partial<Timeouts>
  /** The label of the credential kind to look at when the key is refused. */
  credentialLabel?: string
  /** The input that holds the address, when the builder typed it. */
  addressField?: string
}

/**
 * Comments and empty lines keep an answer waited for: OpenRouter sends ": OPENROUTER PROCESSING" and DeepSeek empty lines
 * while a model thinks. After `lifeMs` without a word they no longer count.
 */
export const defaultTimeouts: Timeouts = {
  firstByteMs: 120_000,
  idleMs: 60_000,
  lifeMs: 300_000,
  totalMs: 600_000,
}

export function addressOf(endpoint: Endpoint, path: string): string {
  return `${endpoint.baseUrl.replace(/(?<!\/)\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

/** A limit that a builder typed holds for the whole exchange, so no part of it may wait longer. */
export function timeoutsFrom(totalMs: number | undefined): Partial<Timeouts> {
  return totalMs === undefined || totalMs <= 0
    ? {}
    : { firstByteMs: totalMs, idleMs: totalMs, lifeMs: totalMs, totalMs }
}
