import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The messages of a run are found without looking through all others: every decision asks for them. */
export const messagesOfRuns: Migration = {
  name: '0039-messages-of-runs',
  async up(db) {
    await sql`create index chat_message_by_run on chat_message (run_id) where run_id is not null`.execute(db)
  },
}
