import type { Migration } from '../migrate.ts'

/** Who changed what, and the seals that chain the entries. */
export const audit: Migration = {
  name: '0061-audit',
  async up(db) {
    await db.schema
      .createTable('audit_entry')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('actor_name', 'text')
      .addColumn('key_id', 'text')
      .addColumn('way', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('object_id', 'text')
      .addColumn('object_name', 'text')
      .addColumn('fields', 'text', (c) => c.notNull())
      .addColumn('result', 'text', (c) => c.notNull())
      .addColumn('code', 'text')
      .addColumn('seal', 'integer')
      .execute()
    await db.schema
      .createIndex('audit_entry_of_actor')
      .on('audit_entry')
      .columns(['actor_id', 'created_date', 'id'])
      .execute()
    await db.schema
      .createIndex('audit_entry_of_object')
      .on('audit_entry')
      .columns(['object_id', 'created_date', 'id'])
      .execute()
    await db.schema.createIndex('audit_entry_by_date').on('audit_entry').columns(['created_date', 'id']).execute()
    await db.schema.createIndex('audit_entry_by_seal').on('audit_entry').columns(['seal', 'id']).execute()
    await db.schema
      .createTable('audit_seal')
      .addColumn('number', 'integer', (c) => c.primaryKey())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('last_date', 'text', (c) => c.notNull())
      .addColumn('entries', 'integer', (c) => c.notNull())
      .addColumn('previous_mac', 'text', (c) => c.notNull())
      .addColumn('mac', 'text', (c) => c.notNull())
      .execute()
  },
}
