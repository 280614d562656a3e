import { NodeError } from '@chatwright/core'

/** A request taken apart, so that it can be sent again after a redirect. */
export interface RequestParts {
  url: URL
  method: string
  /** By their names in small letters. */
  headers: Record<string, string>
  body: string | Uint8Array | ReadableStream | undefined
  signal: AbortSignal | undefined
  redirect: RequestRedirect
}

/** Reads what `fetch` was called with, in any of its forms. */
export async function readRequest(input: string | URL | Request, init: RequestInit = {}): Promise<RequestParts> {
  const request = input instanceof Request ? input : undefined
  const given = init.body ?? request?.body ?? undefined
  const { body, contentType } = await encodeBody(given)
  const headers = readHeaders(init.headers ?? request?.headers ?? {})
  if (contentType !== undefined) headers['content-type'] ??= contentType
  headers['user-agent'] ??= 'Chatwright'
  return {
    url: new URL(input instanceof Request ? input.url : input),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers,
    body,
    signal: init.signal ?? request?.signal ?? undefined,
    redirect: init.redirect ?? request?.redirect ?? 'follow',
  }
}

/** A plain record is taken as it is: our own nodes send one, and the way through `Headers` costs more than the rest. */
function readHeaders(given: RequestInit['headers'] & {}): Record<string, string> {
  if (given instanceof Headers || Symbol.iterator in given) return Object.fromEntries(new Headers(given))
  const headers: Record<string, string> = {}
  for (const name in given) {
    const value = String(given[name]).trim()
    if (unsendable.test(value)) throw cannotBeSent(name)
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** Line breaks inside, and letters that are no single byte. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/

function cannotBeSent(name: string): NodeError {
  return new NodeError(`The header "${name}" contains characters that can't be sent.`, {
    code: 'bad-input',
    hint: 'Paste the key or value again. It may contain quotation marks, an ellipsis or a line break.',
  })
}

/**
 * The client is not the one built into Node, so its forms are not either: a FormData of the one is text to the other.
 * Everything but streams becomes bytes, which can also be sent twice.
 */
async function encodeBody(body: BodyInit | undefined): Promise<{ body: RequestParts['body']; contentType?: string }> {
  if (body === undefined) return { body: undefined }
  if (typeof body === 'string') return { body, contentType: 'text/plain;charset=UTF-8' }
  if (body instanceof ReadableStream) return { body }
  const encoded = new Response(body)
  const contentType = encoded.headers.get('content-type')
  return {
    body: new Uint8Array(await encoded.arrayBuffer()),
    ...(contentType !== null && { contentType }),
  }
}
