import { NodeError } from '@chatwright/core'

/** Lets so many through at once; the others wait in line. */
export interface Turnstile {
  /** Resolves when it is one's turn; leaving is mandatory, waiting ends with the signal. */
  enter(signal?: AbortSignal): Promise<() => void>
}

/** Whoever waits behind more than these has gone by the time it is their turn, and holds a file in memory until then. */
const LONGEST_LINE = 200

export function createTurnstile(places: number, { longestLine = LONGEST_LINE } = {}): Turnstile {
  let free = places
  const waiting: (() => void)[] = []

  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  const leaveOnce = (): (() => void) => {
    let hasLeft = false
    return () => {
      if (!hasLeft) leave()
      hasLeft = true
    }
  }

  return {
    async enter(signal) {
      signal?.throwIfAborted()
      if (free > 0) {
        free -= 1
        return leaveOnce()
      }
      if (waiting.length >= longestLine) {
        throw new NodeError('The server is doing as much of this work as it can.', {
          code: 'failed',
          hint: 'Try again in a moment.',
          isRetryable: true,
        })
      }
      return new Promise((resolve, reject) => {
        const proceed = (): void => {
          signal?.removeEventListener('abort', giveUp)
          resolve(leaveOnce())
        }
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(proceed), 1)
          reject(signal?.reason as Error)
        }
        waiting.push(proceed)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
