import { sql } from 'kysely'
import type { Database } from './database.ts'
import { runLists } from './write-step.ts'

/** Hands over the same database seen from inside one transaction: whatever is written through it is kept or lost together. */
export function allOrNothing<Result>(database: Database, work: (within: Database) => Promise<Result>): Promise<Result> {
  return database.transactDurably(async (transaction) => {
    // What is written comes from elsewhere, and reading it takes its time.
    if (database.kind === 'postgres') await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    const transact: Database['transact'] = (part) => part(transaction)
    return work({
      ...database,
      query: transaction,
      transact,
      transactDurably: transact,
      writeSteps: (writes) => runLists(transaction, writes),
      // It ends with its transaction.
      close: async () => undefined,
    })
  })
}
