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
  let tell = (_reason: unknown): void => {}
  let over: { reason: unknown } | undefined
  let isTooLate = false
  const finish = (reason: unknown): void => {
    if (over) return
    over = { reason }
    tell(reason)
  }
  const leave = (): void => finish(given?.reason)
  const timer = setTimeout(() => {
    isTooLate = true
    finish(new Error('The time is over'))
  }, totalMs)
  if (given?.aborted) leave()
  else given?.addEventListener('abort', leave, { once: true })
  return {
    get isOver() {
      return over !== undefined
    },
    onOver(listener) {
      tell = listener
      if (over) listener(over.reason)
    },
    end() {
      clearTimeout(timer)
      given?.removeEventListener('abort', leave)
    },
    explain(host, error) {
      if (isTooLate) {
        return new NodeError(`${host} was not done after ${Math.round(totalMs / 1000)} seconds.`, {
          code: 'timeout',
          hint: 'Try again, or ask for less at once.',
          cause: error,
        })
      }
      // What the guard said is what the caller should hear; other faults keep the shape `fetch` gives them.
      const cause = error instanceof Error ? error.cause : undefined
      return cause instanceof NodeError ? cause : error
    },
  }
}
