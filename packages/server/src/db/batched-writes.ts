import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

type Work<Result> = (transaction: Transaction<Schema>) => Promise<Result>

/** Small writes of many requests, committed together: a commit costs more than what it commits. */
export interface BatchedWrites {
  /** Resolves when the work is committed. */
  write<Result>(work: Work<Result>): Promise<Result>
}

interface Waiting {
  work: Work<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

/** How much is held in one transaction at most: other writers wait for it. */
const MAX_BATCH = 100

export function createBatchedWrites(database: Pick<Database, 'kind' | 'transact'>): BatchedWrites {
  // PostgreSQL commits of several connections together by itself, and one connection would only be a queue.
  if (database.kind === 'postgres') return { write: (work) => database.transact(work) }

  let waiting: Waiting[] = []
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    // After this turn's sockets are read: whatever arrived together is written together.
    setImmediate(() => void flush())
  }

  const flush = async (): Promise<void> => {
    const batch = waiting.slice(0, MAX_BATCH)
    waiting = waiting.slice(MAX_BATCH)
    const isTogether = batch.length > 1 && (await writeTogether(database, batch))
    if (!isTogether) for (const entry of batch) await writeAlone(database, entry)
    isScheduled = false
    if (waiting.length > 0) schedule()
  }

  return {
    write: <Result>(work: Work<Result>) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as Waiting['resolve'], reject })
        schedule()
      }),
  }
}

/** False when one of them failed: nothing was written, and each must be tried by itself to find out which. */
async function writeTogether({ transact }: Pick<Database, 'transact'>, batch: readonly Waiting[]): Promise<boolean> {
  const results: unknown[] = []
  try {
    await transact(async (transaction) => {
      for (const { work } of batch) results.push(await work(transaction))
    })
  } catch {
    return false
  }
  for (const [index, { resolve }] of batch.entries()) resolve(results[index])
  return true
}

async function writeAlone({ transact }: Pick<Database, 'transact'>, entry: Waiting): Promise<void> {
  try {
    entry.resolve(await transact(entry.work))
  } catch (error) {
    entry.reject(error)
  }
}
