import type { Migration } from '../migrate.ts'

/** Tells runs that keep all their events from those of the first release, which kept a trace and columns beside it. */
export const eventVersion: Migration = {
  name: '0004-event-version',
  async up(db) {
    await db.schema
      .alterTable('run')
      .addColumn('event_version', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
