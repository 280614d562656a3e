import type { Migration } from '../migrate.ts'

/** Credentials that are connected in a browser: how that stands, and who renews their tokens. */
export const connections: Migration = {
  name: '0062-connections',
  async up(db) {
    for (const column of ['connection_state', 'connection_error', 'renewed_until'] as const) {
      await db.schema.alterTable('credential').addColumn(column, 'text').execute()
    }
  },
}
