import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Messages of channels move into the outbox, each with how far its answer was sent. */
export const channelDeliveries: Migration = {
  name: '0053-channel-deliveries',
  async up(db) {
    await sql`insert into delivery
      (id, kind, chatflow_id, subject_id, delivery_key, topic, in_turn, state, run_id, facts, payload, sent, is_sending, times, tries,
        fence, due_at, error, created_date)
      select d.id, 'channel', c.chatflow_id, d.channel_id, d.delivery_key, d.conversation, case d.type when 'message' then 1 else 0 end,
        d.state, d.run_id, '{}', d.event, d.sent, d.is_sending, d.times, d.tries, 0, d.due_at, d.error, d.created_date
      from channel_delivery d join channel c on c.id = d.channel_id`.execute(db)
    await db.schema.dropTable('channel_delivery').execute()
  },
}
