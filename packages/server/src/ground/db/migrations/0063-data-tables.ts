import type { Migration } from '../migrate.ts'

/** Rows that flows share, each stored by its columns' ids. */
export const dataTables: Migration = {
  name: '0063-data-tables',
  async up(db) {
    await db.schema
      .createTable('data_table')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('columns', 'text', (c) => c.notNull())
      .addColumn('row_count', 'integer', (c) => c.notNull())
      .addColumn('byte_count', 'integer', (c) => c.notNull())
      .addColumn('next_position', 'integer', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('data_row')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('table_id', 'text', (c) => c.notNull().references('data_table.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('cells', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('data_row_position').unique().on('data_row').columns(['table_id', 'position']).execute()
  },
}
