import type { Migration } from '../migrate.ts'

/** A run says which model answered where a limit had another one asked. */
export const answeredInstead: Migration = {
  name: '0037-answered-instead',
  async up(db) {
    await db.schema.alterTable('run').addColumn('instead', 'text').execute()
  },
}
