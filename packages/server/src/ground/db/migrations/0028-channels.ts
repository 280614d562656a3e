import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Flows that answer in Telegram and Slack, and each message that came from there, once. */
export const channels: Migration = {
  name: '0028-channels',
  async up(db) {
    await db.schema
      .createTable('channel')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('credential_id', 'text')
      .addColumn('is_enabled', 'integer', (c) => c.notNull())
      .addColumn('account', 'text')
      .addColumn('problem', 'text')
      .addColumn('greeting', 'text', (c) => c.notNull())
      .addColumn('allowed_senders', 'text', (c) => c.notNull())
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('channel_of_flow').on('channel').columns(['chatflow_id']).execute()
    await db.schema
      .createTable('channel_delivery')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('channel_id', 'text', (c) => c.notNull().references('channel.id').onDelete('cascade'))
      .addColumn('delivery_key', 'text', (c) => c.notNull())
      .addColumn('conversation', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('run_id', 'text')
      .addColumn('sent', 'integer', (c) => c.notNull())
      .addColumn('is_sending', 'integer', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'text')
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addUniqueConstraint('channel_delivery_once', ['channel_id', 'delivery_key'])
      .execute()
    await db.schema
      .createIndex('channel_delivery_newest')
      .on('channel_delivery')
      .columns(['channel_id', 'created_date'])
      .execute()
    await db.schema
      .createIndex('channel_delivery_conversation')
      .on('channel_delivery')
      .columns(['channel_id', 'conversation', 'created_date'])
      .execute()
    // What the server looks after each second: little, however many deliveries there are.
    await db.schema
      .createIndex('channel_delivery_due')
      .on('channel_delivery')
      .columns(['due_at'])
      .where(sql.ref('due_at'), 'is not', sql.lit(null))
      .execute()
  },
}
