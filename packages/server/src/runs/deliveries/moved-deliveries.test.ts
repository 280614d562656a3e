import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { deliveries } from '../../ground/db/migrations/0051-deliveries.ts'
import { noticedDeliveries } from '../../ground/db/migrations/0052-noticed-deliveries.ts'
import { channelDeliveries } from '../../ground/db/migrations/0053-channel-deliveries.ts'
import { scheduledDeliveries } from '../../ground/db/migrations/0054-scheduled-deliveries.ts'
import { createDeliveryStore, WHENEVER, type DeliveryRow } from './delivery-store.ts'

const AT = '2026-11-01T00:00:00.000Z'
const LATER = '2999-01-01T00:00:00.000Z'

describeOnBothDatabases('What was to leave before there was one outbox', (start) => {
  let server: TestServer
  let flowId: string

  beforeAll(async () => {
    server = await start()
    flowId = await createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
    // Or it would send what is due in the middle of the move.
    await server.services.close()
    for (const table of ['delivery', 'webhook_delivery', 'notice_delivery', 'channel_delivery', 'schedule_fire'])
      await server.database.query.schema.dropTable(table).ifExists().execute()
  })
  afterEach(() => server.database.query.deleteFrom('delivery').execute())
  afterAll(() => server.close())

  const insert = async (table: string, common: Record<string, unknown>, rows: Record<string, unknown>[]) => {
    const { query: db } = server.database
    for (const row of rows.map((more) => ({ ...common, ...more }))) {
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
    }
  }
  const moved = async (kind: DeliveryRow['kind']): Promise<Map<string, DeliveryRow>> => {
    const rows = await server.database.query.selectFrom('delivery').selectAll().where('kind', '=', kind).execute()
    return new Map(rows.map((row) => [row.id, row]))
  }
  /** What leaves now, and what leaves when its holder of before has had its time. */
  const due = async (kind: DeliveryRow['kind']): Promise<[string[], string[]]> => {
    const { due: find } = createDeliveryStore(server.database)
    const ids = async () =>
      (await find({ full: [], isFollowing: true })).flatMap((row) => (row.kind === kind ? [row.id] : [])).toSorted()
    const now = await ids()
    await server.database.query.updateTable('delivery').set({ due_at: AT }).where('due_at', '=', LATER).execute()
    return [now, await ids()]
  }

  test('answers of webhooks: what is to be sent on, by whom, how often it was tried, and the log', async () => {
    const { query: db, kind } = server.database
    await sql`create table webhook_delivery (id text primary key, chatflow_id text not null, trigger_id text not null, delivery_key text,
      signature text, digest text not null, method text not null, state text not null, is_manual integer not null, is_test integer not null,
      times integer not null, payload text, error text, run_id text, callback_state text, callback_tries integer not null, callback_at text,
      created_date text not null)`.execute(db)
    const common = { chatflow_id: flowId, trigger_id: 't', digest: 'a-_9', method: 'PUT', is_manual: 1, is_test: 0 }
    const given = { state: 'started', times: 2, callback_tries: 0, created_date: AT }
    await insert('webhook_delivery', { ...common, ...given }, [
      { id: 'pending', delivery_key: 'k', run_id: 'r', callback_state: 'due', callback_at: AT, payload: '{"body":1}' },
      { id: 'in flight', run_id: 'r', callback_state: 'due', callback_at: LATER, callback_tries: 1 },
      { id: 'failed', run_id: 'r', callback_state: 'failed', error: 'Callback: no', callback_tries: 3 },
      { id: 'sent', run_id: 'r', callback_state: 'sent', callback_tries: 1 },
      { id: 'refused', state: 'refused', signature: 's', error: 'No' },
      { id: 'arrived', state: 'kept' },
    ])

    await deliveries.up(db, kind)

    const rows = await moved('webhook')
    const same = { chatflow_id: flowId, subject_id: 't', times: 2, in_turn: 0, created_date: AT }
    for (const row of rows.values()) expect(row).toMatchObject(same)
    expect(JSON.parse(rows.get('sent')?.facts ?? '')).toEqual({
      digest: 'a-_9',
      method: 'PUT',
      isManual: true,
      isTest: false,
    })
    expect(rows.get('pending')).toMatchObject({
      delivery_key: 'k',
      state: 'started',
      run_id: 'r',
      outcome: 'due',
      payload: '{"body":1}',
      tries: 0,
      due_at: AT,
    })
    expect(rows.get('in flight')).toMatchObject({ outcome: 'due', due_at: LATER, tries: 1 })
    expect(rows.get('failed')).toMatchObject({ outcome: 'failed', due_at: null, tries: 3, error: 'Callback: no' })
    expect(rows.get('sent')).toMatchObject({ outcome: 'sent', due_at: null })
    expect(rows.get('refused')).toMatchObject({ state: 'refused', signature: 's', error: 'No', outcome: null })
    expect(rows.get('arrived')).toMatchObject({ state: 'kept', run_id: null, due_at: null })
    expect(await due('webhook')).toEqual([['pending'], ['in flight', 'pending']])
  })

  test('notices: what is to be sent, of an address that is paused too, and what was', async () => {
    const { query: db, kind } = server.database
    await sql`create table notice_delivery (id text primary key, notice_id text not null, run_id text not null, event text not null,
      state text not null, tries integer not null, due_at text, error text, created_date text not null, sent_date text)`.execute(
      db,
    )
    const notice = { chatflow_id: flowId, url: 'https://example.com', events: ' failed ', secret: '', updated_date: AT }
    await insert('flow_notice', { ...notice, created_date: AT }, [
      { id: 'n', is_enabled: 1 },
      { id: 'paused', is_enabled: 0 },
    ])
    await insert('notice_delivery', { notice_id: 'n', event: 'failed', state: 'due', tries: 0, created_date: AT }, [
      { id: 'r1.n', run_id: 'r1', due_at: AT },
      { id: 'r1.paused', notice_id: 'paused', run_id: 'r1', due_at: AT },
      { id: 'in flight', run_id: 'r2', due_at: LATER, tries: 2, error: 'The address responded with 500.' },
      { id: 'failed', run_id: 'r3', state: 'failed', tries: 7, error: 'No' },
      { id: 'sent', run_id: 'r4', state: 'sent', tries: 1, sent_date: AT },
    ])

    await noticedDeliveries.up(db, kind)

    const rows = await moved('notice')
    expect(rows.size).toBe(5)
    const same = { chatflow_id: flowId, subject_id: 'n', topic: 'failed', created_date: AT }
    expect(rows.get('r1.n')).toMatchObject({ ...same, delivery_key: 'r1', run_id: 'r1', state: 'due', due_at: AT })
    expect(rows.get('in flight')).toMatchObject({ ...same, tries: 2, due_at: LATER, error: expect.any(String) })
    expect(rows.get('failed')).toMatchObject({ ...same, state: 'failed', tries: 7, due_at: null, error: 'No' })
    expect(rows.get('sent')).toMatchObject({ ...same, state: 'sent', due_at: null, done_date: AT })
    expect(await due('notice')).toEqual([
      ['r1.n', 'r1.paused'],
      ['in flight', 'r1.n', 'r1.paused'],
    ])
  })

  test('messages of channels: what is to start, what is to be sent from where on, and what waits', async () => {
    const { query: db, kind } = server.database
    await sql`create table channel_delivery (id text primary key, channel_id text not null, delivery_key text not null,
      conversation text not null, type text not null, event text not null, state text not null, run_id text, sent integer not null,
      is_sending integer not null, tries integer not null, due_at text, times integer not null, error text, created_date text not null)`.execute(
      db,
    )
    const channel = { chatflow_id: flowId, kind: 'telegram', name: 'Bot', is_enabled: 0, greeting: '' }
    await insert('channel', channel, [{ id: 'c', allowed_senders: '[]', created_date: AT, updated_date: AT }])
    const common = { channel_id: 'c', type: 'message', event: '{"type":"message"}', times: 1, created_date: AT }
    const none = { state: 'kept', sent: 0, is_sending: 0, tries: 0 }
    await insert('channel_delivery', { ...common, ...none }, [
      { id: 'first', delivery_key: '1', conversation: 'a', due_at: AT },
      { id: 'second', delivery_key: '2', conversation: 'a', due_at: AT, created_date: LATER },
      { id: 'press', delivery_key: '3', conversation: 'a', due_at: AT, type: 'press' },
      { id: 'half', delivery_key: '4', conversation: 'b', state: 'running', run_id: 'r', sent: 2, due_at: AT },
      { id: 'leaving', delivery_key: '5', conversation: 'c', state: 'running', sent: 1, is_sending: 1, due_at: LATER },
      { id: 'waits', delivery_key: '6', conversation: 'd', state: 'waiting', run_id: 'r', due_at: WHENEVER },
      { id: 'failed', delivery_key: '7', conversation: 'e', state: 'failed', run_id: 'r', error: 'No' },
      { id: 'done', delivery_key: '8', conversation: 'f', state: 'done', run_id: 'r', sent: 3, times: 2 },
    ])

    await channelDeliveries.up(db, kind)

    const rows = await moved('channel')
    expect(rows.size).toBe(8)
    const same = { chatflow_id: flowId, subject_id: 'c', payload: '{"type":"message"}' }
    expect(rows.get('first')).toMatchObject({ ...same, delivery_key: '1', topic: 'a', in_turn: 1, state: 'kept' })
    expect(rows.get('press')).toMatchObject({ in_turn: 0 })
    expect(rows.get('half')).toMatchObject({ state: 'running', run_id: 'r', sent: 2, is_sending: 0, due_at: AT })
    expect(rows.get('leaving')).toMatchObject({ sent: 1, is_sending: 1, due_at: LATER })
    expect(rows.get('failed')).toMatchObject({ state: 'failed', error: 'No', due_at: null })
    expect(rows.get('done')).toMatchObject({ state: 'done', sent: 3, times: 2, due_at: null })
    // The run that is waited for is no longer stored, so that there is nothing to wait for.
    expect(await due('channel')).toEqual([
      ['first', 'half', 'press', 'waits'],
      ['first', 'half', 'leaving', 'press', 'waits'],
    ])
  })

  test('times of schedules: each once, what is to run, what runs, and the log', async () => {
    const { query: db, kind } = server.database
    await sql`create table schedule_fire (id text primary key, chatflow_id text not null, trigger_id text not null, due_at text not null,
      state text not null, run_id text, error text, taken_until text, created_date text not null)`.execute(db)
    await insert('schedule_fire', { chatflow_id: flowId, trigger_id: 't', state: 'due', created_date: AT }, [
      { id: 'pending', due_at: AT },
      { id: 'in flight', due_at: '2026-11-01T01:00:00.000Z', taken_until: LATER },
      { id: 'started', due_at: '2026-11-01T02:00:00.000Z', state: 'started', run_id: 'r' },
      { id: 'skipped', due_at: '2026-11-01T03:00:00.000Z', state: 'skipped', error: 'The run before it' },
      { id: 'failed', due_at: '2026-11-01T04:00:00.000Z', state: 'failed', error: 'No' },
    ])

    await scheduledDeliveries.up(db, kind)

    const rows = await moved('schedule')
    expect([...rows.values()].map((row) => row.delivery_key).toSorted()).toEqual(
      [0, 1, 2, 3, 4].map((hour) => `2026-11-01T0${hour}:00:00.000Z`),
    )
    const same = { chatflow_id: flowId, subject_id: 't', created_date: AT }
    expect(rows.get('pending')).toMatchObject({ ...same, state: 'due', due_at: AT })
    expect(rows.get('in flight')).toMatchObject({ ...same, state: 'due', due_at: LATER })
    expect(rows.get('started')).toMatchObject({ ...same, state: 'started', run_id: 'r', due_at: null })
    expect(rows.get('skipped')).toMatchObject({ ...same, error: 'The run before it', due_at: null })
    expect(rows.get('failed')).toMatchObject({ ...same, state: 'failed', error: 'No', due_at: null })
    expect(await due('schedule')).toEqual([['pending'], ['in flight', 'pending']])
  })
})
