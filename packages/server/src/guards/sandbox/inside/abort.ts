export const abort = String.raw`
'use strict';
() => {
  const { setTimeout, DOMException } = globalThis
  const open = Symbol()
  let end

  class AbortSignal {
    #isOver = false
    #reason
    #heard = new Map()
    onabort = null
    constructor(key) { if (key !== open) throw new TypeError('Illegal constructor') }
    static {
      end = (signal, reason = new DOMException('This operation was aborted', 'AbortError')) => {
        if (signal.#isOver) return
        signal.#isOver = true
        signal.#reason = reason
        const event = { type: 'abort', target: signal }
        if (typeof signal.onabort === 'function') signal.onabort(event)
        for (const [hear] of [...signal.#heard]) typeof hear === 'function' ? hear.call(signal, event) : hear.handleEvent(event)
        signal.#heard.clear()
      }
    }
    get aborted() { return this.#isOver }
    get reason() { return this.#reason }
    throwIfAborted() { if (this.#isOver) throw this.#reason }
    addEventListener(type, hear) { if (type === 'abort' && hear && !this.#isOver) this.#heard.set(hear, true) }
    removeEventListener(_, hear) { this.#heard.delete(hear) }
    get [Symbol.toStringTag]() { return 'AbortSignal' }
    static abort(reason) { const signal = new AbortSignal(open); end(signal, reason); return signal }
    static timeout(ms) {
      const signal = new AbortSignal(open)
      setTimeout(() => end(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
      return signal
    }
    static any(signals) {
      const signal = new AbortSignal(open)
      for (const each of signals) {
        if (each.aborted) { end(signal, each.reason); break }
        each.addEventListener('abort', () => end(signal, each.reason))
      }
      return signal
    }
  }

  class AbortController {
    #signal = new AbortSignal(open)
    get signal() { return this.#signal }
    abort(reason) { end(this.#signal, reason) }
    get [Symbol.toStringTag]() { return 'AbortController' }
  }
  return { AbortController, AbortSignal }
}
`
