import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * The secret of a flow's webhook, and each delivery that came, once: by what its sender calls it, and by its signature where that holds
 * the time.
 */
export const webhooks: Migration = {
  name: '0016-webhooks',
  async up(db) {
    await db.schema.alterTable('flow_schedule').addColumn('begins_with', 'text').execute()
    // Read again, all of them: how a flow begins was not noted before.
    await sql`update flow_schedule set flow_version = 0`.execute(db)
    await db.schema
      .createTable('flow_webhook')
      .addColumn('chatflow_id', 'text', (c) => c.primaryKey().references('chat_flow.id').onDelete('cascade'))
      .addColumn('secret', 'text')
      .addColumn('is_paused', 'integer', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createTable('webhook_delivery')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('delivery_key', 'text')
      .addColumn('signature', 'text')
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('method', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('is_manual', 'integer', (c) => c.notNull())
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('payload', 'text')
      .addColumn('error', 'text')
      .addColumn('run_id', 'text')
      .addColumn('callback_state', 'text')
      .addColumn('callback_tries', 'integer', (c) => c.notNull())
      .addColumn('callback_at', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addUniqueConstraint('webhook_delivery_key_once', ['chatflow_id', 'delivery_key'])
      .addUniqueConstraint('webhook_delivery_signature_once', ['chatflow_id', 'signature'])
      .execute()
    await db.schema
      .createIndex('webhook_delivery_newest')
      .on('webhook_delivery')
      .columns(['chatflow_id', 'created_date'])
      .execute()
    // What the server looks after each second: little, however many deliveries there are.
    await db.schema
      .createIndex('webhook_callback_due')
      .on('webhook_delivery')
      .columns(['callback_at'])
      .where(sql.ref('callback_state'), '=', sql.lit('due'))
      .execute()
  },
}
