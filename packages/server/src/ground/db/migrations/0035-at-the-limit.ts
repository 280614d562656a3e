import type { Migration } from '../migrate.ts'

/** What happens at a limit is chosen: stop, ask a person, or ask a cheaper model. */
export const atTheLimit: Migration = {
  name: '0035-at-the-limit',
  async up(db) {
    await db.schema
      .alterTable('spend_limit')
      .addColumn('at_limit', 'text', (c) => c.notNull().defaultTo('stop'))
      .execute()
    await db.schema.alterTable('spend_limit').addColumn('cheaper_model', 'text').execute()
    for (const column of ['allowed', 'asked']) {
      await db.schema
        .alterTable('ledger')
        .addColumn(column, 'double precision', (c) => c.notNull().defaultTo(0))
        .execute()
    }
  },
}
