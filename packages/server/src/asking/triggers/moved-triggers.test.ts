import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schedules } from '../../ground/db/migrations/0015-schedules.ts'
import { webhooks } from '../../ground/db/migrations/0016-webhooks.ts'
import { triggers } from '../../ground/db/migrations/0027-triggers.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
const AT = '2026-11-01T00:00:00.000Z'

describeOnBothDatabases('What began runs before there were triggers', (start) => {
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  test('goes on as it was: times, secrets, pauses, logs and deliveries', async () => {
    const { query: db, kind } = server.database
    const flow = () => createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
    const [hourly, received, chat] = [await flow(), await flow(), await flow()]
    // Or it would begin what is due in the middle of the move.
    await server.services.close()
    await db.schema.dropTable('flow_trigger').execute()
    await schedules.up(db, kind)
    await webhooks.up(db, kind)
    await sql`insert into flow_schedule (chatflow_id, flow_version, flow_date, cron, timezone, settings, is_enabled, next_due,
      begins_with, created_date, updated_date) values
      (${hourly}, 3, ${AT}, '0 * * * *', 'UTC', '{}', 1, ${AT}, 'scheduleInput', ${AT}, ${AT}),
      (${received}, 2, ${AT}, null, null, '{}', 0, null, 'webhookTrigger', ${AT}, ${AT})`.execute(db)
    await sql`insert into flow_webhook (chatflow_id, secret, is_paused, updated_date) values
      (${received}, 'sealed', 1, ${AT}), (${chat}, 'also', 0, ${AT})`.execute(db)
    await sql`insert into schedule_fire (id, chatflow_id, due_at, state, created_date)
      values ('f', ${hourly}, ${AT}, 'due', ${AT})`.execute(db)
    await sql`insert into webhook_delivery (id, chatflow_id, delivery_key, digest, method, state, is_manual, times, callback_state,
      callback_tries, callback_at, created_date)
      values ('d', ${received}, 'k', '', 'POST', 'started', 0, 2, 'due', 1, ${AT}, ${AT})`.execute(db)

    await triggers.up(db, kind)

    const rows = await db.selectFrom('flow_trigger').selectAll().execute()
    expect(new Map(rows.map((row) => [row.id, row]))).toEqual(
      new Map([
        [hourly, expect.objectContaining({ chatflow_id: hourly, kind: 'schedule', is_enabled: 1, next_due: AT })],
        [received, expect.objectContaining({ kind: 'webhook', secret: 'sealed', is_paused: 1, flow_version: 2 })],
        [chat, expect.objectContaining({ kind: null, secret: 'also', is_paused: 0, is_halted: 0 })],
      ]),
    )
    expect((await sql`select * from schedule_fire`.execute(db)).rows).toMatchObject([
      { id: 'f', chatflow_id: hourly, trigger_id: hourly, state: 'due' },
    ])
    expect((await sql`select * from webhook_delivery`.execute(db)).rows).toMatchObject([
      {
        id: 'd',
        trigger_id: received,
        delivery_key: 'k',
        times: 2,
        is_test: 0,
        callback_state: 'due',
        callback_at: AT,
      },
    ])
  })
})
