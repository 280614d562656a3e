import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import type { RequestParts } from './request-parts.ts'

export interface Answer {
  status: number
  statusText: string
  headers: Headers
  /** As it was sent, maybe packed. */
  body: Dispatcher.ResponseData['body']
}

/**
 * Sends one request and follows nothing. Below `fetch`, whose objects and streams cost as much as all the rest of a
 * streamed answer; faults keep the shape that `fetch` gives them.
 */
export async function dispatch(agent: Agent, parts: RequestParts, signal: AbortSignal): Promise<Answer> {
  const { url, method, body } = parts
  const sent = await agent
    .request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...Object.fromEntries(parts.headers) },
      signal,
      ...(body !== undefined && { body: body instanceof ReadableStream ? Readable.fromWeb(body as never) : body }),
    })
    .catch((error: unknown) => {
      throw signal.aborted ? (signal.reason as Error) : new TypeError('fetch failed', { cause: error })
    })
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) headers.append(name, item)
  }
  return { status: sent.statusCode, statusText: sent.statusText, headers, body: sent.body }
}
