import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Notices leave by the outbox, with what was sent of them and what is still to be sent. */
export const noticedDeliveries: Migration = {
  name: '0052-noticed-deliveries',
  async up(db) {
    await sql`insert into delivery
      (id, kind, chatflow_id, subject_id, delivery_key, topic, in_turn, state, run_id, facts, sent, is_sending, times, tries, fence, due_at,
        error, created_date, done_date)
      select d.id, 'notice', n.chatflow_id, d.notice_id, d.run_id, d.event, 0, d.state, d.run_id, '{}', 0, 0, 1, d.tries, 0,
        case d.state when 'due' then coalesce(d.due_at, d.created_date) end, d.error, d.created_date, d.sent_date
      from notice_delivery d join flow_notice n on n.id = d.notice_id`.execute(db)
    await db.schema.dropTable('notice_delivery').execute()
  },
}
