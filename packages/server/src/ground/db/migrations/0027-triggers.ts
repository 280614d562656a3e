import { sql, type Kysely } from 'kysely'
import type { Migration } from '../migrate.ts'
import type { Schema } from '../schema.ts'

/**
 * One table for whatever begins runs: the webhook or schedule of a Start step, under the id of its flow, and those that a flow has
 * beside it. Deliveries and due times belong to a trigger from now on.
 */
export const triggers: Migration = {
  name: '0027-triggers',
  async up(db) {
    await db.schema
      .createTable('flow_trigger')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('kind', 'text')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('flow_version', 'integer', (c) => c.notNull())
      .addColumn('flow_date', 'text', (c) => c.notNull())
      .addColumn('node_id', 'text')
      .addColumn('cron', 'text')
      .addColumn('timezone', 'text')
      .addColumn('end_date', 'text')
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addColumn('is_enabled', 'integer', (c) => c.notNull())
      .addColumn('is_paused', 'integer', (c) => c.notNull())
      .addColumn('is_halted', 'integer', (c) => c.notNull())
      .addColumn('secret', 'text')
      .addColumn('test_until', 'text')
      .addColumn('next_due', 'text')
      .addColumn('last_due', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    await moveStarts(db)
    // What the server looks after each second: little, however many triggers there are.
    await db.schema
      .createIndex('flow_trigger_due')
      .on('flow_trigger')
      .columns(['next_due'])
      .where(sql.ref('next_due'), 'is not', null)
      .execute()
    await db.schema.createIndex('flow_trigger_flow').on('flow_trigger').columns(['chatflow_id']).execute()
    await moveFires(db)
    await moveDeliveries(db)
  },
}

async function moveStarts(db: Kysely<Schema>): Promise<void> {
  await sql`insert into flow_trigger
    (id, chatflow_id, kind, name, flow_version, flow_date, node_id, cron, timezone, end_date, settings, problem, is_enabled,
      is_paused, is_halted, secret, test_until, next_due, last_due, created_date, updated_date)
    select s.chatflow_id, s.chatflow_id,
      case when s.begins_with = 'webhookTrigger' then 'webhook' when s.cron is not null then 'schedule' end,
      '', s.flow_version, s.flow_date, s.node_id, s.cron, s.timezone, s.end_date, s.settings, s.problem, s.is_enabled,
      coalesce(w.is_paused, 0), 0, w.secret, null, s.next_due, s.last_due, s.created_date, s.updated_date
    from flow_schedule s left join flow_webhook w on w.chatflow_id = s.chatflow_id`.execute(db)
  await sql`insert into flow_trigger
    (id, chatflow_id, kind, name, flow_version, flow_date, settings, is_enabled, is_paused, is_halted, secret, created_date, updated_date)
    select w.chatflow_id, w.chatflow_id, null, '', 0, '', '{}', 0, w.is_paused, 0, w.secret, w.updated_date, w.updated_date
    from flow_webhook w where w.chatflow_id not in (select chatflow_id from flow_schedule)`.execute(db)
  await db.schema.dropTable('flow_schedule').execute()
  await db.schema.dropTable('flow_webhook').execute()
}

async function moveFires(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('schedule_fire').renameTo('schedule_fire_before').execute()
  await db.schema
    .createTable('schedule_fire')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
    .addColumn('trigger_id', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('run_id', 'text')
    .addColumn('error', 'text')
    .addColumn('taken_until', 'text')
    .addColumn('created_date', 'text', (c) => c.notNull())
    .addUniqueConstraint('schedule_fire_of_trigger_once', ['trigger_id', 'due_at'])
    .execute()
  await sql`insert into schedule_fire
    (id, chatflow_id, trigger_id, due_at, state, run_id, error, taken_until, created_date)
    select id, chatflow_id, chatflow_id, due_at, state, run_id, error, taken_until, created_date
    from schedule_fire_before`.execute(db)
  await db.schema.dropTable('schedule_fire_before').execute()
  await db.schema
    .createIndex('schedule_fire_open')
    .on('schedule_fire')
    .columns(['created_date'])
    .where(sql.ref('state'), '=', sql.lit('due'))
    .execute()
}

async function moveDeliveries(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('webhook_delivery').renameTo('webhook_delivery_before').execute()
  await db.schema
    .createTable('webhook_delivery')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
    .addColumn('trigger_id', 'text', (c) => c.notNull())
    .addColumn('delivery_key', 'text')
    .addColumn('signature', 'text')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_manual', 'integer', (c) => c.notNull())
    .addColumn('is_test', 'integer', (c) => c.notNull())
    .addColumn('times', 'integer', (c) => c.notNull())
    .addColumn('payload', 'text')
    .addColumn('error', 'text')
    .addColumn('run_id', 'text')
    .addColumn('callback_state', 'text')
    .addColumn('callback_tries', 'integer', (c) => c.notNull())
    .addColumn('callback_at', 'text')
    .addColumn('created_date', 'text', (c) => c.notNull())
    .addUniqueConstraint('webhook_delivery_of_trigger_key_once', ['trigger_id', 'delivery_key'])
    .addUniqueConstraint('webhook_delivery_of_trigger_signature_once', ['trigger_id', 'signature'])
    .execute()
  await sql`insert into webhook_delivery
    (id, chatflow_id, trigger_id, delivery_key, signature, digest, method, state, is_manual, is_test, times, payload, error, run_id,
      callback_state, callback_tries, callback_at, created_date)
    select id, chatflow_id, chatflow_id, delivery_key, signature, digest, method, state, is_manual, 0, times, payload, error, run_id,
      callback_state, callback_tries, callback_at, created_date
    from webhook_delivery_before`.execute(db)
  await db.schema.dropTable('webhook_delivery_before').execute()
  await db.schema
    .createIndex('webhook_delivery_newest')
    .on('webhook_delivery')
    .columns(['trigger_id', 'created_date'])
    .execute()
  await db.schema
    .createIndex('webhook_callback_due')
    .on('webhook_delivery')
    .columns(['callback_at'])
    .where(sql.ref('callback_state'), '=', sql.lit('due'))
    .execute()
}
