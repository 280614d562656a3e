/**
 * Vendors at the network edge: a `fetch` that answers recorded responses in order, so that the real code (and the
 * vendor's own SDK) runs on top of it. `requests` holds what was sent.
 */
export interface Replay {
  fetch: typeof fetch
  requests: ReplayedRequest[]
}

export interface ReplayedRequest {
  method: string
  url: string
  headers: Record<string, string>
  /** The parsed body when it is JSON, else its text. */
  body: unknown
  /** The signal that was handed to fetch. */
  signal: AbortSignal | undefined
  isAborted: boolean
}

export type Answer = (request: ReplayedRequest) => Promise<Response>

/** Answers one request after the other; one too many fails the test. */
export function replay(...answers: Answer[]): Replay {
  const waiting = [...answers]
  return replayWith((request) => {
    const answer = waiting.shift()
    if (!answer) throw new Error(`No recorded answer is left for ${request.method} ${request.url}`)
    return answer
  })
}

/** Answers by a part of the address, as often as asked. */
export function replayRoutes(routes: Record<string, Answer>): Replay {
  return replayWith((request) => {
    const found = Object.entries(routes).find(([part]) => request.url.includes(part))
    if (!found) throw new Error(`No recorded answer matches ${request.method} ${request.url}`)
    return found[1]
  })
}

function replayWith(choose: (request: ReplayedRequest) => Answer): Replay {
  const requests: ReplayedRequest[] = []
  const replayed: typeof fetch = async (input, init) => {
    const request = await record(input, init)
    requests.push(request)
    if (request.signal?.aborted) throw abortReason(request.signal)
    return choose(request)(request)
  }
  return { fetch: replayed, requests }
}

export function json(body: unknown, options: { status?: number; headers?: Record<string, string> } = {}): Answer {
  return async () =>
    new Response(JSON.stringify(body), {
      status: options.status ?? 200,
      headers: { 'content-type': 'application/json', ...options.headers },
    })
}

export function text(body: string, options: { status?: number; headers?: Record<string, string> } = {}): Answer {
  return async () =>
    new Response(body, { status: options.status ?? 200, headers: { 'content-type': 'text/plain', ...options.headers } })
}

interface StreamOptions {
  /** Bytes per chunk; the odd default cuts through lines and characters. */
  chunkBytes?: number
  /** What happens after the last byte. */
  after?: 'end' | 'hang' | 'break'
  headers?: Record<string, string>
}

/** Server-sent events. Objects become `data:` lines of JSON, text is sent as the data itself. */
export function sse(events: readonly (object | string)[], options: StreamOptions = {}): Answer {
  const body = events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('')
  return stream(body, { ...options, headers: { 'content-type': 'text/event-stream', ...options.headers } })
}

/** Sends a text again and again, then the rest once, until nobody reads any more. */
export function drip(piece: string, { times = Number.POSITIVE_INFINITY, rest = '' } = {}): Answer {
  return async ({ signal }) => {
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let sent = 0
        const timer = setInterval(() => {
          sent += 1
          if (sent <= times) controller.enqueue(encoder.encode(piece))
          else {
            clearInterval(timer)
            controller.enqueue(encoder.encode(rest))
            controller.close()
          }
        }, 2)
        signal?.addEventListener('abort', () => {
          clearInterval(timer)
          controller.error(abortReason(signal))
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

/** Server-sent events that carry their type, as `event:` lines do. */
export function namedSse(events: readonly { type: string }[], options: StreamOptions = {}): Answer {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return stream(body, { ...options, headers: { 'content-type': 'text/event-stream', ...options.headers } })
}

/** One JSON value per line. */
export function jsonLines(values: readonly object[], options: StreamOptions = {}): Answer {
  const body = values.map((value) => `${JSON.stringify(value)}\n`).join('')
  return stream(body, { ...options, headers: { 'content-type': 'application/x-ndjson', ...options.headers } })
}

/** No answer at all until the caller gives up. */
export function hang(): Answer {
  return (request) => new Promise((_, reject) => onAbort(request, reject))
}

/** The network fails, as fetch reports it: `ECONNREFUSED`, `ENOTFOUND`, `ECONNRESET`. */
export function networkFailure(code: string): Answer {
  return () => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }))
}

function stream(body: string, options: StreamOptions): Answer {
  const { chunkBytes = 7, after = 'end', headers } = options
  const bytes = new TextEncoder().encode(body)
  return async (request) => {
    let sent = 0
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => onAbort(request, (reason) => controller.error(reason)),
      async pull(controller) {
        if (sent < bytes.length) {
          controller.enqueue(bytes.slice(sent, sent + chunkBytes))
          sent += chunkBytes
        } else if (after === 'end') controller.close()
        else if (after === 'break') controller.error(connectionReset())
        else await new Promise(() => {})
      },
      cancel() {
        request.isAborted = true
      },
    })
    return new Response(source, { status: 200, headers: headers ?? {} })
  }
}

function connectionReset(): TypeError {
  return new TypeError('terminated', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
}

function onAbort(request: ReplayedRequest, tell: (reason: unknown) => void): void {
  request.signal?.addEventListener(
    'abort',
    () => {
      request.isAborted = true
      if (request.signal) tell(abortReason(request.signal))
    },
    { once: true },
  )
}

function abortReason(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException('This operation was aborted', 'AbortError')
}

async function record(input: string | URL | Request, init: RequestInit | undefined): Promise<ReplayedRequest> {
  const request = new Request(input, init)
  const body = await request.text()
  return {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(request.headers),
    body: parseJson(body),
    signal: init?.signal ?? undefined,
    isAborted: false,
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
