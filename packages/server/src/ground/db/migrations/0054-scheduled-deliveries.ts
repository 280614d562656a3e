import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** The times of schedules move into the outbox: each is there once, by its trigger and time. */
export const scheduledDeliveries: Migration = {
  name: '0054-scheduled-deliveries',
  async up(db) {
    await sql`insert into delivery
      (id, kind, chatflow_id, subject_id, delivery_key, in_turn, state, run_id, facts, sent, is_sending, times, tries, fence, due_at, error,
        created_date)
      select id, 'schedule', chatflow_id, trigger_id, due_at, 0, state, run_id, '{}', 0, 0, 1, 0, 0,
        case state when 'due' then coalesce(taken_until, due_at) end, error, created_date
      from schedule_fire`.execute(db)
    await db.schema.dropTable('schedule_fire').execute()
  },
}
