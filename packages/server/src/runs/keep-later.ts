/** Stores what could not be stored when it was ready: a full disk is emptied, a database comes back. */
export interface KeepLater {
  /** Tries again to store something of a run until it succeeds or the process ends. */
  add(runId: string, work: () => Promise<unknown>): void
  /** Whether something of a run is still to be stored. */
  has(runId: string): boolean
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
  const waiting: { runId: string; work: () => Promise<unknown> }[] = []
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
        await next.work()
      } catch {
        // Still away: the others would only wait as long, one after another.
        return schedule()
      }
      waiting.shift()
    }
  }

  return {
    add(runId, work) {
      if (waiting.length >= MOST) {
        waiting.shift()
        onGivenUp(new Error(`More than ${MOST} answers wait to be stored`))
      }
      waiting.push({ runId, work })
      schedule()
    },
    has: (runId) => waiting.some((each) => each.runId === runId),
    close: () => clearTimeout(timer),
  }
}
