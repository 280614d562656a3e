import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * What a flow's own drawing says about when it runs, read once per save; and each time that came, once. The latter is what makes
 * a due time run once, on any number of processes.
 */
export const schedules: Migration = {
  name: '0015-schedules',
  async up(db) {
    await db.schema
      .createTable('flow_schedule')
      .addColumn('chatflow_id', 'text', (c) => c.primaryKey().references('chat_flow.id').onDelete('cascade'))
      .addColumn('flow_version', 'integer', (c) => c.notNull())
      .addColumn('flow_date', 'text', (c) => c.notNull())
      .addColumn('node_id', 'text')
      .addColumn('cron', 'text')
      .addColumn('timezone', 'text')
      .addColumn('end_date', 'text')
      .addColumn('settings', 'text', (c) => c.notNull())
      .addColumn('problem', 'text')
      .addColumn('is_enabled', 'integer', (c) => c.notNull())
      .addColumn('next_due', 'text')
      .addColumn('last_due', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addColumn('updated_date', 'text', (c) => c.notNull())
      .execute()
    // What the server looks after each second: little, however many flows there are.
    await db.schema
      .createIndex('flow_schedule_due')
      .on('flow_schedule')
      .columns(['next_due'])
      .where(sql.ref('next_due'), 'is not', null)
      .execute()
    await db.schema
      .createTable('schedule_fire')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('chatflow_id', 'text', (c) => c.notNull().references('chat_flow.id').onDelete('cascade'))
      .addColumn('due_at', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('run_id', 'text')
      .addColumn('error', 'text')
      .addColumn('taken_until', 'text')
      .addColumn('created_date', 'text', (c) => c.notNull())
      .addUniqueConstraint('schedule_fire_once', ['chatflow_id', 'due_at'])
      .execute()
    await db.schema
      .createIndex('schedule_fire_open')
      .on('schedule_fire')
      .columns(['created_date'])
      .where(sql.ref('state'), '=', sql.lit('due'))
      .execute()
  },
}
