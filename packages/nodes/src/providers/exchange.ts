import { NodeError } from '@chatwright/core'
import { addressOf, defaultTimeouts, type Endpoint, type Timeouts } from './endpoint.ts'
import { statusError } from './provider-errors.ts'

export interface Call {
  endpoint: Endpoint
  path: string
  method?: 'GET' | 'POST'
  /** Sent as JSON; text is sent as it is. */
  body?: unknown
  signal: AbortSignal
}

/** One request and its answer under time limits. `close` must be called whatever happens. */
export interface Exchange {
  response: Response
  /** The next piece of the body, or nothing at its end. */
  read(): Promise<Uint8Array | undefined>
  /** Reads what is left for a moment, so that the connection can be used again. */
  drain(): Promise<void>
  close(): void
}

/** Sends one request; an answer other than 2xx is thrown as the error it means, with its Retry-After beside it. */
export async function openExchange(call: Call): Promise<Exchange> {
  const { endpoint, signal } = call
  const timeouts = { ...defaultTimeouts, ...endpoint.timeouts }
  const controller = new AbortController()
  const stop = (): void => controller.abort(signal.reason)
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })

  let timer = startTimer(controller, timeouts.firstByteMs, () =>
    tooSlow(endpoint, 'did not start to answer', timeouts.firstByteMs),
  )
  const total = startTimer(controller, timeouts.totalMs, () => tooSlow(endpoint, 'did not finish', timeouts.totalMs))
  let isComplete = false
  const close = (): void => {
    clearTimeout(timer)
    clearTimeout(total)
    signal.removeEventListener('abort', stop)
    // An answer that nobody reads on must not go on upstream.
    if (!isComplete) controller.abort(closedEarly)
  }

  try {
    const response = await endpoint.fetch(addressOf(endpoint, call.path), requestOf(call, controller.signal))
    const reader = response.body?.getReader()
    let hasStarted = false
    const exchange: Exchange = {
      response,
      close,
      async drain() {
        const impatient = startTimer(controller, longestDrainMs, () =>
          tooSlow(endpoint, 'did not close its answer', longestDrainMs),
        )
        try {
          while (await exchange.read());
        } catch {
          // The answer is whole; only the connection is lost.
        } finally {
          clearTimeout(impatient)
        }
      },
      async read() {
        const piece = await reader?.read()
        if (!piece || piece.done) {
          isComplete = true
          return undefined
        }
        if (hasStarted) timer.refresh()
        else {
          hasStarted = true
          clearTimeout(timer)
          timer = startTimer(controller, timeouts.idleMs, () =>
            tooSlow(endpoint, 'stopped in the middle of its answer', timeouts.idleMs),
          )
        }
        return piece.value
      },
    }
    if (!response.ok)
      throw new RefusedExchange(statusError(endpoint, response.status, await readText(exchange)), response)
    return exchange
  } catch (error) {
    close()
    throw error
  }
}

/** A refusal together with the headers that say when to try again. */
export class RefusedExchange extends Error {
  readonly error: NodeError
  readonly headers: Headers

  constructor(error: NodeError, response: Response) {
    super(error.message, { cause: error })
    this.error = error
    this.headers = response.headers
  }
}

export async function readText(exchange: Exchange): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for (let piece = await exchange.read(); piece; piece = await exchange.read()) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > longestBody) throw new NodeError('The provider sent more than can be read.', { code: 'failed' })
  }
  return text + decoder.decode()
}

const longestDrainMs = 1000
const longestBody = 64 * 1024 * 1024
const closedEarly = new DOMException('The answer was not read to its end', 'AbortError')

function requestOf({ endpoint, method, body }: Call, signal: AbortSignal): RequestInit {
  if (body === undefined) return { method: method ?? 'GET', headers: endpoint.headers, signal }
  return {
    method: method ?? 'POST',
    headers: { 'content-type': 'application/json', ...endpoint.headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  }
}

function startTimer(
  controller: AbortController,
  ms: Timeouts[keyof Timeouts],
  reason: () => NodeError,
): NodeJS.Timeout {
  const timer = setTimeout(() => controller.abort(reason()), ms)
  timer.unref()
  return timer
}

function tooSlow(endpoint: Endpoint, what: string, ms: number): NodeError {
  return new NodeError(`${endpoint.vendor} ${what} within ${ms / 1000} seconds.`, {
    code: 'timeout',
    hint: 'Ask again, choose a faster model, or raise the time limit of this node.',
    isRetryable: true,
  })
}
