import type { Dispatcher } from 'undici'
import type { Pieces } from './pieces.ts'

export interface AnswerHead {
  status: number
  statusText: string
  headers: Headers
}

/** How much waits for a reader before the sender is told to wait too. */
const MAX_WAITING_BYTES = 64 * 1024

/**
 * What comes back for one request: its head, then its body in pieces. The client's own callbacks, without the streams
 * and signals of `fetch` in between: those cost as much as all the rest of a streamed answer.
 */
export class IncomingAnswer implements Dispatcher.DispatchHandler, Pieces {
  readonly head: Promise<AnswerHead>
  #controller: Dispatcher.DispatchController | undefined
  #takeHead: (head: AnswerHead) => void = () => {}
  #refuseHead: (fault: unknown) => void = () => {}
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #reader: { resolve: (piece: Uint8Array | undefined) => void; reject: (fault: unknown) => void } | undefined
  #end: 'none' | 'whole' | { fault: unknown } = 'none'

  constructor() {
    this.head = new Promise((resolve, reject) => {
      this.#takeHead = resolve
      this.#refuseHead = reject
    })
  }

  /** Ends the exchange at once: whoever waits for the head or a piece hears why. */
  stop(reason: unknown): void {
    if (this.#end !== 'none') return
    this.#fail(reason)
    this.#controller?.abort(toError(reason))
  }

  read(): Promise<Uint8Array | undefined> {
    if (this.#waiting.length > 0) return Promise.resolve(this.#take())
    if (this.#end === 'whole') return Promise.resolve(undefined)
    if (this.#end !== 'none') return Promise.reject(this.#end.fault)
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
      this.#controller?.resume()
    })
  }

  cancel(): void {
    this.stop(new Error('Nobody reads the answer'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // Stopped while the connection was made.
    if (this.#end !== 'none') controller.abort(toError(this.#end))
  }

  onResponseStart(_: unknown, status: number, given: NodeJS.Dict<string | string[]>, statusText = ''): void {
    if (status < 200) return
    const headers = new Headers()
    for (const name in given) {
      const value = given[name]
      if (typeof value === 'string') headers.append(name, value)
      else for (const item of value ?? []) headers.append(name, item)
    }
    this.#takeHead({ status, statusText, headers })
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    if (this.#end !== 'none') return
    // A model sends each token in a chunk of its own, and many arrive in one read of the socket: they go on as one piece.
    if (this.#waiting.length === 0 && this.#reader) queueMicrotask(() => this.#hand())
    this.#waiting.push(piece)
    this.#waitingBytes += piece.byteLength
    if (this.#waitingBytes > MAX_WAITING_BYTES) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#end !== 'none') return
    this.#end = 'whole'
    this.#hand()
  }

  onResponseError(_: unknown, error: Error): void {
    if (this.#end === 'none') this.#fail(error)
  }

  #fail(fault: unknown): void {
    this.#end = { fault }
    this.#refuseHead(fault)
    this.#hand()
  }

  /** Gives the waiting reader what there is. */
  #hand(): void {
    const reader = this.#reader
    if (!reader) return
    this.#reader = undefined
    if (this.#waiting.length > 0) reader.resolve(this.#take())
    else if (typeof this.#end === 'object') reader.reject(this.#end.fault)
    else reader.resolve(undefined)
  }

  #take(): Uint8Array | undefined {
    const pieces = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    return pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
  }
}

/** Callers may give up with any value as their reason. */
function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('Given up', { cause: reason })
}
