/** A request taken apart, so that it can be sent again after a redirect. */
export interface RequestParts {
  url: URL
  method: string
  headers: Headers
  body: string | Uint8Array | ReadableStream | undefined
  signal: AbortSignal | undefined
  redirect: RequestRedirect
}

/** Reads what `fetch` was called with, in any of its forms. */
export async function readRequest(input: string | URL | Request, init: RequestInit = {}): Promise<RequestParts> {
  const request = input instanceof Request ? input : undefined
  const given = init.body ?? request?.body ?? undefined
  const { body, contentType } = await encodeBody(given)
  const headers = new Headers(init.headers ?? request?.headers)
  if (contentType !== undefined && !headers.has('content-type')) headers.set('content-type', contentType)
  if (!headers.has('user-agent')) headers.set('user-agent', 'Chatwright')
  return {
    url: new URL(input instanceof Request ? input.url : input),
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    headers,
    body,
    signal: init.signal ?? request?.signal ?? undefined,
    redirect: init.redirect ?? request?.redirect ?? 'follow',
  }
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
