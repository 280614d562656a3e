import { isRowFault } from '../../ground/db/database-faults.ts'

/** Stores what could not be stored when it was ready: a full disk is emptied, a database comes back. */
export interface KeepLater {
  /** Tries again to store something of a run until it succeeds or the process ends. */
  add(runId: string, work: () => Promise<unknown>): void
  /** Whether something of a run is still to be stored. */
  has(runId: string): boolean
  close(): void
}

interface Waiting {
  runId: string
  work: () => Promise<unknown>
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
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

  let isTrying = false

  const schedule = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void tryAll()
    }, everyMs).unref()
  }
  const giveUp = (one: Waiting, error: unknown): void => {
    waiting.delete(one)
    onGivenUp(error)
  }
  const tryAll = async (): Promise<void> => {
    if (isTrying) return
    isTrying = true
    for (const next of waiting) {
      try {
        await next.work()
        waiting.delete(next)
      } catch (error) {
        // What the database refuses it refuses every time, and the others need not wait for that.
        if (isRowFault(error)) giveUp(next, error)
        // Still away: the others would only wait as long, one after another.
        else break
      }
    }
    isTrying = false
    if (waiting.size > 0) schedule()
  }

  return {
    add(runId, work) {
      const [oldest] = waiting
      if (oldest && waiting.size >= MOST) giveUp(oldest, new Error(`More than ${MOST} answers wait to be stored`))
      waiting.add({ runId, work })
      schedule()
    },
    has: (runId) => [...waiting].some((each) => each.runId === runId),
    close: () => clearTimeout(timer),
  }
}
