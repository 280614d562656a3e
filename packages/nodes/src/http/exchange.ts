import { NodeError, type AnswerInPieces } from '@chatwright/core'
import { GrowingBytes } from './growing-bytes.ts'

export interface ExchangeRequest {
  fetch: typeof fetch
  url: string | URL
  method?: string | undefined
  headers: Readonly<Record<string, string>>
  /** Sent as JSON; text and bytes are sent as they are. */
  body?: unknown
  signal: AbortSignal
  timeouts: Timeouts
  /** The error for a limit that passed: who did what within how long. */
  tooSlow(what: string, ms: number): NodeError
}

/** Connecting has its own limit inside the outbound client, which alone sees the socket. */
export interface Timeouts {
  /** From sending the request to the first word of the answer. */
  firstByteMs: number
  /** Between two words of a streamed answer. */
  idleMs: number
  /** How long signs of life, such as comments, stand for a word: a model may think for long, but not for ever. */
  lifeMs?: number
  /** The whole exchange. */
  totalMs: number
}

/** One request and its answer under time limits. `close` must be called whatever happens. */
export interface Exchange {
  response: Response
  /** The next piece of the body, or nothing at its end. Reading alone does not extend the wait: bytes are no words yet. */
  read(): Promise<Uint8Array | undefined>
  /** The reader understood something: the wait for the next begins. */
  noteWord(): void
  /** Nothing to read, but the other side is there. */
  noteLife(): void
  /** Reads what is left for a moment, so that the connection can be used again. */
  drain(): Promise<void>
  close(): void
}

/** Sends one request; whatever the answer is, it is the caller's to judge. */
export async function openExchange(request: ExchangeRequest): Promise<Exchange> {
  const { signal, timeouts, tooSlow } = request
  const controller = new AbortController()
  const stop = (): void => controller.abort(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  const limit = (what: string, ms: number): NodeJS.Timeout =>
    setTimeout(() => controller.abort(tooSlow(what, ms)), ms).unref()

  let timer = limit("didn't start to answer", timeouts.firstByteMs)
  const total = limit("didn't finish", timeouts.totalMs)
  let isComplete = false
  const close = (): void => {
    clearTimeout(timer)
    clearTimeout(total)
    signal.removeEventListener('abort', stop)
    // An answer that nobody reads on must not go on upstream.
    if (!isComplete) controller.abort(closedEarly)
  }

  try {
    const response = await request.fetch(request.url, requestOf(request, controller.signal))
    const readPiece = pieceReader(response)
    let hasStarted = false
    let lastWord = performance.now()
    const exchange: Exchange = {
      response,
      close,
      async drain() {
        const impatient = limit("didn't close its answer", longestDrainMs)
        try {
          while (await exchange.read());
        } catch {
          // The answer is whole; only the connection is lost.
        } finally {
          clearTimeout(impatient)
        }
      },
      async read() {
        const piece = await readPiece()
        if (!piece) {
          isComplete = true
          return undefined
        }
        return piece
      },
      noteWord() {
        lastWord = performance.now()
        if (hasStarted) {
          timer.refresh()
          return
        }
        hasStarted = true
        clearTimeout(timer)
        timer = limit('stopped in the middle of its answer', timeouts.idleMs)
      },
      noteLife() {
        if (performance.now() - lastWord < (timeouts.lifeMs ?? 0)) timer.refresh()
      },
    }
    return exchange
  } catch (error) {
    close()
    throw error
  }
}

/** Reads an answer whole, but gives up on one that does not end. */
export async function readBytes(exchange: Exchange, maxBytes: number): Promise<Uint8Array> {
  const body = new GrowingBytes(maxBytes)
  try {
    for (let piece = await exchange.read(); piece; piece = await exchange.read()) {
      exchange.noteWord()
      if (body.length + piece.byteLength > maxBytes) {
        throw new NodeError(`The answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`, {
          code: 'refused',
          hint: 'Request less data at once.',
        })
      }
      body.add(piece)
    }
    return body.bytes
  } finally {
    body.clear()
  }
}

function pieceReader(response: Response | AnswerInPieces): () => Promise<Uint8Array | undefined> {
  if ('readPiece' in response) return () => response.readPiece()
  const reader = response.body?.getReader()
  return async () => (await reader?.read())?.value
}

const longestDrainMs = 1000
const closedEarly = new DOMException("The answer wasn't complete", 'AbortError')

function requestOf({ method, headers, body }: ExchangeRequest, signal: AbortSignal): RequestInit {
  if (body === undefined) return { method: method ?? 'GET', headers, signal }
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  return {
    method: method ?? 'POST',
    headers: hasType || isRaw ? headers : { 'content-type': 'application/json', ...headers },
    body: isRaw ? (body as BodyInit) : JSON.stringify(body),
    signal,
  }
}
