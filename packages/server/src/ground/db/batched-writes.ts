import { AppError } from '@chatwright/contract'
import { databaseFault } from './database-faults.ts'
import type { Database } from './database.ts'
import type { WriteStep } from './write-step.ts'

/** Small writes of many requests, committed together: a commit costs more than what it commits. */
export interface BatchedWrites {
  /**
   * Resolves when the steps are committed, with false when a condition among them was not met. What can wait a moment
   * goes along with the next that cannot.
   */
  write(steps: readonly WriteStep[], options?: { canWait?: boolean }): Promise<boolean>
}

interface Waiting {
  steps: readonly WriteStep[]
  resolve: (isDone: boolean) => void
  reject: (error: unknown) => void
}

/** How much is held in one transaction at most: other writers wait for it. */
const MAX_BATCH = 100

/** How long work that can wait waits at most. */
const PATIENCE_MS = 3

export function createBatchedWrites(database: Pick<Database, 'kind' | 'writeSteps'>): BatchedWrites {
  // PostgreSQL commits of several connections together by itself, and one connection would only be a queue.
  if (database.kind === 'postgres') return { write: (steps) => writeOne(database, steps) }

  let waiting: Waiting[] = []
  let isScheduled = false
  let patience: NodeJS.Timeout | undefined

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    clearTimeout(patience)
    patience = undefined
    // After this turn's sockets are read: whatever arrived together is written together.
    setImmediate(() => void flush())
  }

  const flush = async (): Promise<void> => {
    const batch = waiting.slice(0, MAX_BATCH)
    waiting = waiting.slice(MAX_BATCH)
    const fault = await writeTogether(database, batch)
    if (isUnavailable(fault)) {
      // Trying each by itself would keep the last of them waiting for minutes.
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(fault)
    } else if (fault !== undefined) for (const entry of batch) await writeAlone(database, entry)
    isScheduled = false
    if (waiting.length > 0) schedule()
  }

  return {
    write: (steps, { canWait = false } = {}) =>
      new Promise((resolve, reject) => {
        waiting.push({ steps, resolve, reject })
        if (!canWait) schedule()
        else if (!isScheduled) patience ??= setTimeout(schedule, PATIENCE_MS)
      }),
  }
}

type Writer = Pick<Database, 'writeSteps'>

/** The fault of the first that failed: nothing was written, and each must be tried by itself to find out which. */
async function writeTogether(database: Writer, batch: readonly Waiting[]): Promise<unknown> {
  try {
    const done = await database.writeSteps(batch.map(({ steps }) => steps))
    for (const [index, { resolve }] of batch.entries()) resolve(done[index] === true)
    return undefined
  } catch (error) {
    return error
  }
}

/** Whether it was the database that failed, and not one of the writes. */
function isUnavailable(fault: unknown): boolean {
  return !(fault instanceof AppError) && databaseFault(fault) instanceof AppError
}

async function writeAlone(database: Writer, { steps, resolve, reject }: Waiting): Promise<void> {
  try {
    resolve(await writeOne(database, steps))
  } catch (error) {
    reject(error)
  }
}

async function writeOne(database: Writer, steps: readonly WriteStep[]): Promise<boolean> {
  const [isDone] = await database.writeSteps([steps])
  return isDone === true
}
