import type { Migration } from '../migrate.ts'

/** Browsers that hold a token in the password's place. */
export const signIns: Migration = {
  name: '0003-sign-ins',
  async up(db) {
    await db.schema
      .createTable('sign_in')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('digest', 'text', (c) => c.notNull().unique())
      .addColumn('login', 'text', (c) => c.notNull())
      .addColumn('browser', 'text', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('last_used_date', 'text', (c) => c.notNull())
      .addColumn('expires_date', 'text', (c) => c.notNull())
      .execute()
  },
}
