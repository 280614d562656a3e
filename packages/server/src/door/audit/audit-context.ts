import { AsyncLocalStorage } from 'node:async_hooks'
import type { Insertable, Transaction } from 'kysely'
import type { AuditEntryTable } from '../../ground/db/audit-tables.ts'
import type { Database } from '../../ground/db/database.ts'
import type { Schema } from '../../ground/db/schema.ts'

export type AuditRow = Insertable<AuditEntryTable>

interface Pending {
  /** The entry of a request that may change something; gone once it is stored. */
  row: AuditRow | undefined
}

const pending = new AsyncLocalStorage<Pending>()

/**
 * The same database, whose first edit in a request takes the entry of that request into its commit: neither is there without the other.
 */
export function withAudit(database: Database): Database {
  return {
    ...database,
    transactDurably: async (work) => {
      const entry = pending.getStore()
      const row = entry?.row
      if (!entry || !row) return database.transactDurably(work)
      // Taken at once: of two edits at the same time, one has it.
      entry.row = undefined
      try {
        return await database.transactDurably(async (transaction) => {
          const result = await work(transaction)
          await insertEntry(transaction, row)
          return result
        })
      } catch (error) {
        entry.row = row
        throw error
      }
    },
  }
}

/** Runs a request whose edits take this entry along. Answers what no edit took. */
export async function inAudit<Result>(
  row: AuditRow,
  work: () => Promise<Result>,
): Promise<{ outcome: { result: Result } | { error: unknown }; left: AuditRow | undefined }> {
  const entry: Pending = { row }
  const outcome = await pending.run(entry, () =>
    work().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    ),
  )
  const left = entry.row
  // What goes on behind the answer, such as a run, is no part of the request any more.
  entry.row = undefined
  return { outcome, left }
}

export async function insertEntry(transaction: Transaction<Schema>, row: AuditRow): Promise<void> {
  await transaction.insertInto('audit_entry').values(row).execute()
}
