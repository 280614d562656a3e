import type { Migration } from '../migrate.ts'

/** A decision is stored with who made it and by which door; those from before are stored without. */
export const decidedBy: Migration = {
  name: '0046-decided-by',
  async up(db) {
    await db.schema.alterTable('run_wait').addColumn('decided_by', 'text').execute()
  },
}
