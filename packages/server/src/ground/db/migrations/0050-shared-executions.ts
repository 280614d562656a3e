import type { Migration } from '../migrate.ts'

/** A shared execution has an address of its own, and is stored as it was when it was shared, step by step. */
export const sharedExecutions: Migration = {
  name: '0050-shared-executions',
  async up(db) {
    await db.schema
      .createTable('shared_execution')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('execution_id', 'text', (c) => c.notNull().unique().references('run.id').onDelete('cascade'))
      .addColumn('created_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('shared_part')
      .addColumn('share_id', 'text', (c) => c.notNull().references('shared_execution.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('shared_part_key', ['share_id', 'name'])
      .execute()
  },
}
