import { NodeError } from '@chatwright/core'
import { sendRequest } from '../http/send-request.ts'

export interface PageRequest {
  fetch: typeof fetch
  url: string | URL
  signal: AbortSignal
  timeoutMs?: number
}

export interface FetchedPage {
  html: string
  contentType: string
}

/** No page people read is larger. */
const LARGEST_PAGE_BYTES = 2 * 1024 * 1024

/** Fetches a web page, and only a page: pictures and downloads are refused. */
export async function fetchPage({ fetch, url, signal, timeoutMs = 20_000 }: PageRequest): Promise<FetchedPage> {
  const address = webAddress(url)
  const { text, headers } = await sendRequest({
    fetch,
    url: address,
    service: address.host,
    signal,
    timeoutMs,
    maxBytes: LARGEST_PAGE_BYTES,
    headers: { accept: 'text/html,application/xhtml+xml,application/xml,text/plain', 'user-agent': 'Chatwright' },
    field: 'url',
  })
  const contentType = headers.get('content-type') ?? 'text/html'
  if (!/text\/|html|xml|json/.test(contentType)) {
    throw new NodeError(`${address.href} isn't a page but ${contentType}.`, {
      code: 'unsupported',
      field: 'url',
      hint: 'Enter the URL of a web page.',
    })
  }
  return { html: text, contentType }
}

/** Only the web: no file:, data: or other schemes. */
export function webAddress(url: string | URL): URL {
  const parsed = URL.canParse(String(url)) ? new URL(url) : undefined
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed
  throw new NodeError(`"${String(url)}" isn't a web address.`, {
    code: 'bad-input',
    field: 'url',
    hint: 'Enter the full URL, starting with https://.',
  })
}
