import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** One table for whatever leaves the server by itself. What came to webhooks moves into it, with the answers still to be sent on. */
export const deliveries: Migration = {
  name: '0051-deliveries',
  async up(db) {
    await db.schema
      .createTable('delivery')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('subject_id', 'text', (c) => c.notNull())
      .addColumn('delivery_key', 'text')
      .addColumn('signature', 'text')
      .addColumn('topic', 'text')
      .addColumn('in_turn', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('run_id', 'text')
      .addColumn('facts', 'text', (c) => c.notNull())
      .addColumn('payload', 'text')
      .addColumn('sent', 'integer', (c) => c.notNull())
      .addColumn('is_sending', 'integer', (c) => c.notNull())
      .addColumn('outcome', 'text')
      .addColumn('times', 'integer', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('fence', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'text')
      .addColumn('error', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('done_date', 'text')
      .addUniqueConstraint('delivery_key_once', ['kind', 'subject_id', 'delivery_key'])
      .addUniqueConstraint('delivery_signature_once', ['subject_id', 'signature'])
      .execute()
    await sql`insert into delivery
      (id, kind, chatflow_id, subject_id, delivery_key, signature, in_turn, state, run_id, facts, payload, sent, is_sending, outcome,
        times, tries, fence, due_at, error, created_date)
      select id, 'webhook', chatflow_id, trigger_id, delivery_key, signature, 0, state, run_id,
        '{"digest":"' || digest || '","method":"' || method || '","isManual":' ||
          case is_manual when 1 then 'true' else 'false' end || ',"isTest":' ||
          case is_test when 1 then 'true' else 'false' end || '}',
        payload, 0, 0, callback_state, times, callback_tries, 0,
        case callback_state when 'due' then coalesce(callback_at, created_date) end, error, created_date
      from webhook_delivery`.execute(db)
    await db.schema.dropTable('webhook_delivery').execute()
    const index = (name: string, columns: readonly string[]) =>
      db.schema
        .createIndex(name)
        .on('delivery')
        .columns([...columns])
    await index('delivery_newest', ['kind', 'subject_id', 'created_date']).execute()
    await index('delivery_topic', ['kind', 'subject_id', 'topic', 'created_date']).execute()
    await index('delivery_flow', ['chatflow_id']).execute()
    // What the server looks for each second: little, however long the log.
    await index('delivery_due', ['due_at']).where(sql.ref('due_at'), 'is not', sql.lit(null)).execute()
  },
}
