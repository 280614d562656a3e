import { AppError } from '@chatwright/contract'
import type { Transaction } from 'kysely'
import { databaseFault } from './database-faults.ts'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

type Work<Result> = (transaction: Transaction<Schema>) => Promise<Result>

/** Small writes of many requests, committed together: a commit costs more than what it commits. */
export interface BatchedWrites {
  /** Resolves when the work is committed. Work that can wait a moment goes along with the next that cannot. */
  write<Result>(work: Work<Result>, options?: { canWait?: boolean }): Promise<Result>
}

interface Waiting {
  work: Work<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** How much is held in one transaction at most: other writers wait for it. */
const MAX_BATCH = 100

/** How long work that can wait waits at most. */
const PATIENCE_MS = 3

export function createBatchedWrites(database: Pick<Database, 'kind' | 'transact'>): BatchedWrites {
  // PostgreSQL commits of several connections together by itself, and one connection would only be a queue.
  if (database.kind === 'postgres') return { write: (work) => database.transact(work) }

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
    write: <Result>(work: Work<Result>, { canWait = false } = {}) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
        if (!canWait) schedule()
        else if (!isScheduled) patience ??= setTimeout(schedule, PATIENCE_MS)
      }),
  }
}

/** The fault of the first that failed: nothing was written, and each must be tried by itself to find out which. */
async function writeTogether({ transact }: Pick<Database, 'transact'>, batch: readonly Waiting[]): Promise<unknown> {
  const results: unknown[] = []
  try {
    await transact(async (transaction) => {
      for (const { work } of batch) results.push(await work(transaction))
    })
  } catch (error) {
    return error
  }
  for (const [index, { resolve }] of batch.entries()) resolve(results[index])
  return undefined
}

/** Whether it was the database that failed, and not one of the writes. */
function isUnavailable(fault: unknown): boolean {
  return !(fault instanceof AppError) && databaseFault(fault) instanceof AppError
}

async function writeAlone({ transact }: Pick<Database, 'transact'>, entry: Waiting): Promise<void> {
  try {
    entry.resolve(await transact(entry.work))
  } catch (error) {
    entry.reject(error)
  }
}
