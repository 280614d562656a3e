/** Stores what could not be stored when it was ready: a full disk is emptied, a database comes back. */
export interface KeepLater {
  /** Tries again until it succeeds or the process ends. */
  add(work: () => Promise<unknown>): void
  close(): void
}

const EVERY_MS = 2000
/** Each holds a whole answer; past this the oldest is given up. */
const MOST = 500

export function createKeepLater({
  onGivenUp,
  everyMs = EVERY_MS,
}: {
  onGivenUp: (error: unknown) => void
  everyMs?: number
}): KeepLater {
  const waiting: (() => Promise<unknown>)[] = []
  let timer: NodeJS.Timeout | undefined

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void tryAll()
    }, everyMs).unref()
  }
  const tryAll = async (): Promise<void> => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      try {
        await next()
      } catch {
        // Still away: the others would only wait as long, one after another.
        return schedule()
      }
      waiting.shift()
    }
  }

  return {
    add(work) {
      if (waiting.length >= MOST) {
        waiting.shift()
        onGivenUp(new Error(`More than ${MOST} answers wait to be stored`))
      }
      waiting.push(work)
      schedule()
    },
    close: () => clearTimeout(timer),
  }
}
