import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Who is told what runs come to; and what is told of each, kept together with the end of the run. */
export const notices: Migration = {
  name: '0031-notices',
  async up(db) {
    // Runs of other flows write nothing for it.
    await db.schema
      .alterTable('chat_flow')
      .addColumn('is_told', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('flow_notice')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('is_enabled', 'integer', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('flow_notice_flow').on('flow_notice').columns(['chatflow_id']).execute()
    await db.schema
      .createTable('notice_delivery')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('notice_id', 'text', (c) => c.notNull().references('flow_notice.id').onDelete('cascade'))
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'text')
      .addColumn('error', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('sent_date', 'text')
      .addUniqueConstraint('notice_delivery_once', ['notice_id', 'run_id'])
      .execute()
    await db.schema
      .createIndex('notice_delivery_newest')
      .on('notice_delivery')
      .columns(['notice_id', 'created_date'])
      .execute()
    await db.schema
      .createIndex('notice_delivery_due')
      .on('notice_delivery')
      .columns(['due_at'])
      .where(sql.ref('state'), '=', sql.lit('due'))
      .execute()
  },
}
