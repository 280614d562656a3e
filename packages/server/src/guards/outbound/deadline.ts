import { NodeError } from '@chatwright/core'

/** The time for everything, from dialling to the last byte; it ends early when the caller gives up. */
export interface Deadline {
  readonly isOver: boolean
  /** Called once, with the reason, when the time is over or the caller gave up. */
  onOver(listener: (reason: unknown) => void): void
  /** Lets go of the timer and of the caller's signal. */
  end(): void
  /** What a fault means to whoever asked: the time was over, the guard refused, or the fault itself. */
  explain(host: string, error: unknown): unknown
}

export function startDeadline(totalMs: number, given: AbortSignal | undefined): Deadline {
  return new Running(totalMs, given)
}

/** A class, because one is made for every answer: an object with a getter of its own costs microseconds to make. */
class Running implements Deadline {
  isOver = false
  #isTooLate = false
  #reason: unknown
  #tell: ((reason: unknown) => void) | undefined
  readonly #totalMs: number
  readonly #given: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #leave = (): void => this.#finish(this.#given?.reason)

  constructor(totalMs: number, given: AbortSignal | undefined) {
    this.#totalMs = totalMs
    this.#given = given
    this.#timer = setTimeout(() => {
      this.#isTooLate = true
      this.#finish(new Error('The time is over'))
    }, totalMs)
    if (given?.aborted) this.#leave()
    else given?.addEventListener('abort', this.#leave, { once: true })
  }

  onOver(listener: (reason: unknown) => void): void {
    this.#tell = listener
    if (this.isOver) listener(this.#reason)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#given?.removeEventListener('abort', this.#leave)
  }

  explain(host: string, error: unknown): unknown {
    if (this.#isTooLate) {
      return new NodeError(`${host} didn't finish within ${Math.round(this.#totalMs / 1000)} seconds.`, {
        code: 'timeout',
        hint: 'Try again, or request less data at once.',
        cause: error,
      })
    }
    // What the guard said is what the caller should hear; other faults keep the shape `fetch` gives them.
    const cause = error instanceof Error ? error.cause : undefined
    return cause instanceof NodeError ? cause : error
  }

  #finish(reason: unknown): void {
    if (this.isOver) return
    this.isOver = true
    this.#reason = reason
    this.#tell?.(reason)
  }
}
