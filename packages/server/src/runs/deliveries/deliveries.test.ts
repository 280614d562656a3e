import type { Selectable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { planOf, watchDatabase } from '../../../testing/watched-database.ts'
import { createDeliveryLog, newDeliveryRow, type NewDelivery } from './delivery-log.ts'
import type { RunTable } from '../../ground/db/run-tables.ts'
import { createOutbox } from './outbox.ts'
import { createDeliveryStore, WHENEVER, type DeliveryRow, type DeliveryStore } from './delivery-store.ts'

const LONG_AGO = '2000-01-01T00:00:00.000Z'
const LATER = '2999-01-01T00:00:00.000Z'

describeOnBothDatabases('Deliveries', (start) => {
  let server: TestServer
  let store: DeliveryStore
  let flowId: string
  let run: Selectable<RunTable>

  beforeAll(async () => {
    server = await start()
    store = createDeliveryStore(server.database)
    flowId = await createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
    await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hello?' })
    run = await server.database.query.selectFrom('run').selectAll().executeTakeFirstOrThrow()
    // Nobody but the test takes anything.
    await server.services.close()
  })
  beforeEach(async () => {
    for (const table of ['delivery', 'run'] as const) await server.database.query.deleteFrom(table).execute()
  })
  afterAll(() => server.close())

  const add = async (values: Partial<NewDelivery> = {}): Promise<string> => {
    const row = newDeliveryRow({
      kind: 'notice',
      chatflow_id: flowId,
      subject_id: 's',
      state: 'due',
      due_at: LONG_AGO,
      created_date: LONG_AGO,
      ...values,
    })
    await server.database.query.insertInto('delivery').values(row).execute()
    return row.id
  }
  const addRun = async (values: Partial<Selectable<RunTable>>): Promise<void> => {
    await server.database.query
      .insertInto('run')
      .values({ ...run, ...values })
      .execute()
  }
  const due = async (): Promise<string[]> => (await store.due({ full: [], isFollowing: true })).map(({ id }) => id)
  const makeDue = async (): Promise<void> => {
    await server.database.query.updateTable('delivery').set({ due_at: LONG_AGO }).execute()
  }
  const stored = (id: string): Promise<DeliveryRow> =>
    server.database.query.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('a hundred that take the same at once: one has it', async () => {
    const id = await add()
    const taken = await Promise.all(Array.from({ length: 100 }, () => store.take([id])))
    expect(taken.flat().map((row) => row.id)).toEqual([id])
    expect(await due()).toEqual([])
  })

  test('one that lost its lease notes nothing, holds nothing and lets nothing go', async () => {
    const id = await add()
    const [slow] = await store.take([id])
    await makeDue()
    const [quick] = await store.take([id])
    if (!slow || !quick) throw new Error('It was not taken.')
    await store.hold([slow])
    expect(await store.note(slow, { sent: 1 })).toBe(false)
    expect(await store.release(slow, { state: 'failed' })).toBe(false)
    expect(await store.note(quick, { sent: 2 })).toBe(true)
    expect(await stored(id)).toMatchObject({ state: 'due', sent: 2, tries: 2 })
    expect(await store.release(quick, { state: 'sent' })).toBe(true)
    // Nor does one that has let it go hold it by a look that was under way.
    await store.hold([quick])
    expect(await stored(id)).toMatchObject({ state: 'sent', due_at: null })
  })

  test('what waits for a run is due when that has come to rest, or is deleted', async () => {
    const { query } = server.database
    await addRun({ id: 'r', execution_id: 'r' })
    const set = (status: RunTable['status']) => query.updateTable('run').set({ status }).execute()
    const id = await add({ kind: 'webhook', state: 'started', run_id: 'r' })
    await set('running')
    expect(await due()).toEqual([])
    await set('waiting')
    expect(await due()).toEqual([id])
    const person = await add({ kind: 'channel', state: 'waiting', run_id: 'r', due_at: WHENEVER })
    expect(await due()).toEqual([id])
    await set('running')
    expect(await due()).toEqual([person])
    expect(await store.due({ full: [], isFollowing: false })).toEqual([])
    await set('waiting')
    await addRun({ id: 'next', execution_id: 'r', created_date: LATER })
    expect((await due()).toSorted(), 'somebody decided').toEqual([id, person].toSorted())
    await query.deleteFrom('run').execute()
    expect((await due()).toSorted()).toEqual([id, person].toSorted())
  })

  test('what was decided is found, however many wait before it', async () => {
    await addRun({ id: 'waits', execution_id: 'waits', status: 'waiting' })
    await addRun({ id: 'decided', execution_id: 'decided', status: 'done' })
    const waits = { kind: 'channel', state: 'waiting', run_id: 'waits', due_at: WHENEVER } as const
    for (let number = 0; number < 250; number += 1) await add(waits)
    const decided = await add({ ...waits, run_id: 'decided' })
    expect(await due()).toEqual([decided])
  })

  test('those of a topic have their turn, one after another', async () => {
    const turn = { kind: 'channel', subject_id: 'c', topic: 'talk', in_turn: 1, state: 'kept' } as const
    const first = await add(turn)
    const second = await add({ ...turn, created_date: '2000-01-01T00:00:01.000Z' })
    const press = await add({ ...turn, in_turn: 0, created_date: '2000-01-01T00:00:02.000Z' })
    expect((await due()).toSorted()).toEqual([first, press].toSorted())
    const [row] = await store.take([first])
    expect(await due()).toEqual([press])
    if (row) await store.release(row, { state: 'done' })
    expect((await due()).toSorted()).toEqual([press, second].toSorted())
  })

  test('a full place is not looked at, however much is due before the others', async () => {
    for (let number = 0; number < 250; number += 1) await add({ subject_id: 'busy' })
    const other = await add({ subject_id: 'quiet', due_at: '2000-01-02T00:00:00.000Z' })
    expect(await due()).not.toContain(other)
    const full = { kind: 'notice', state: 'due' } as const
    const look = async (subjects: string[] | 'all') =>
      (await store.due({ full: [{ ...full, subjects }], isFollowing: false })).map(({ id }) => id)
    expect(await look(['busy'])).toEqual([other])
    expect(await look('all')).toEqual([])
  })

  test('the log is listed page by page, those of one subject alone', async () => {
    const log = createDeliveryLog(server.database)
    const ids: string[] = []
    for (const day of [1, 2, 3]) ids.push(await add({ created_date: `2000-01-0${day}T00:00:00.000Z` }))
    await add({ subject_id: 'another' })
    const page = async (number: number) => {
      const { rows, total } = await log.page({ kind: 'notice', id: 's' }, { page: number, limit: 2 })
      return [rows.map(({ id }) => id), total]
    }
    expect([await page(1), await page(2)]).toEqual([
      [[ids[2], ids[1]], 3],
      [[ids[0]], 3],
    ])
  })

  test('nothing due costs one statement a look, of all kinds together and of what waits, however long the log', async () => {
    for (let number = 0; number < 50; number += 1) await add({ state: 'sent', due_at: null })
    await add({ due_at: LATER })
    const { watched, asked } = watchDatabase(server.database)
    const outbox = createOutbox({ store: createDeliveryStore(watched), onFault: () => undefined, everyMs: 3_600_000 })
    const handler = { atOnce: 1, perSubject: 1, deliver: async () => undefined }
    for (const kind of ['webhook', 'schedule', 'notice', 'channel'] as const) outbox.handle(kind, handler)
    outbox.nudge()
    await outbox.stop()
    const statements = asked()
    expect(statements.map(({ rows }) => rows)).toEqual([0])
    for (const statement of statements) expect(await planOf(server.database, statement)).toContain('delivery_due')
  })
})
