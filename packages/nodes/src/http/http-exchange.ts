export interface HttpRequest {
  /** `context.fetch` for addresses from data, `context.providerFetch` for those a builder typed. */
  fetch: typeof fetch
  /** Who is asked, as a person would name it: it stands in every error. */
  service: string
  url: string | URL
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown
  signal: AbortSignal
  timeoutMs?: number
  maxBytes?: number
  /** The input that holds the address, for errors about it. */
  field?: string
  /** Answers other than 2xx that the caller understands. */
  accept?: readonly number[]
  /** Not tried a second time: what was asked for may have been done although the answer was lost. */
  isOnce?: boolean
  /** The service does nothing of a request that it refuses with 429: that one is sent again, even if it is sent once. */
  isLimited?: boolean
}

export interface HttpAnswer {
  status: number
  statusText: string
  headers: Headers
  bytes: Uint8Array
  text: string
}
