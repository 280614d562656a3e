import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { deliveries } from '../../ground/db/migrations/0051-deliveries.ts'
import { createDeliveryStore, type DeliveryRow } from './delivery-store.ts'

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
    for (const table of ['delivery', 'webhook_delivery'])
      await server.database.query.schema.dropTable(table).ifExists().execute()
  })
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
})
