import type { Migration } from '../migrate.ts'

/** People beside the operator, the links by which they choose a password, and whose sign-in each is. */
export const people: Migration = {
  name: '0060-people',
  async up(db) {
    await db.schema
      .createTable('person')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('login', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('password_link')
      .addColumn('person_id', 'text', (c) => c.primaryKey())
      .addColumn('digest', 'text', (c) => c.notNull().unique())
      .addColumn('expires_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema.alterTable('sign_in').addColumn('person_id', 'text').execute()
    await db.schema.createIndex('sign_in_of_person').on('sign_in').column('person_id').execute()
  },
}
