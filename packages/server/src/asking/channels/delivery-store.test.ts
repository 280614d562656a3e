import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunTable } from '../../ground/db/run-tables.ts'
import { newId } from '../../ground/db/new-id.ts'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createDeliveryStore, type DeliveryRow, type DeliveryStore } from './delivery-store.ts'

const ROOM = { limit: 20, perChannel: 5 }
const LONG_AGO = '2000-01-01T00:00:00.000Z'

describeOnBothDatabases('Deliveries of channels', (start) => {
  let server: TestServer
  let store: DeliveryStore
  let flowId: string

  beforeEach(async () => {
    server = await start()
    store = createDeliveryStore(server.database)
    flowId = await createAgentFlow(server, {
      steps: { directReplyAgentflow_0: { directReplyMessage: 'Yes.' } },
      edges: ['startAgentflow_0 > directReplyAgentflow_0'],
    })
    await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hello?' })
    // Nobody but the test takes anything.
    await server.services.close()
  })
  afterEach(() => server.close())

  const addChannel = async (): Promise<string> => {
    const id = newId()
    const at = new Date().toISOString()
    const values = { id, chatflow_id: flowId, kind: 'telegram', name: id, credential_id: null, is_enabled: 1 } as const
    const more = {
      account: null,
      problem: null,
      greeting: '',
      allowed_senders: '[]',
      created_date: at,
      updated_date: at,
    }
    await server.database.query
      .insertInto('channel')
      .values({ ...values, ...more })
      .execute()
    return id
  }
  const say = async (channelId: string, conversation: string): Promise<void> => {
    const sender = { id: '1', name: 'ann' }
    const common = { key: newId(), conversation, place: { chat: conversation }, sender }
    await store.keep(channelId, { ...common, type: 'message', text: 'Hi', files: [] })
  }
  const addRun = async (values: { id: string; execution_id: string; status: RunTable['status'] }): Promise<void> => {
    const { query } = server.database
    const run = await query
      .selectFrom('run')
      .selectAll()
      .where('status', '=', 'done')
      .limit(1)
      .executeTakeFirstOrThrow()
    const created_date = new Date(Date.now() + added++).toISOString()
    await query
      .insertInto('run')
      .values({ ...run, ...values, created_date })
      .execute()
  }
  let added = 0
  const stateOf = async (id: string) =>
    server.database.query
      .selectFrom('channel_delivery')
      .select(['state', 'run_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const makeDue = async (): Promise<void> => {
    await server.database.query.updateTable('channel_delivery').set({ due_at: LONG_AGO }).execute()
  }
  const only = (rows: DeliveryRow[]): DeliveryRow => {
    const [row] = rows
    if (!row || rows.length > 1) throw new Error(`${rows.length} were taken.`)
    return row
  }

  test('one whose run was deleted is taken, and those after it have their turn', async () => {
    const channelId = await addChannel()
    await say(channelId, 'one')
    await say(channelId, 'one')
    const first = only(await store.takeKept(ROOM))
    await addRun({ id: 'r1', execution_id: 'r1', status: 'running' })
    await store.started(first.id, 'r1')
    expect(await store.takeAnswered(ROOM)).toEqual([])
    await server.database.query.deleteFrom('run').where('id', '=', 'r1').execute()
    expect(only(await store.takeAnswered(ROOM)).id).toBe(first.id)
    expect(await store.takeKept(ROOM)).toEqual([])
    await store.end(first.id, 'failed', 'gone')
    expect(only(await store.takeKept(ROOM)).id).not.toBe(first.id)
  })

  test('what was decided is gone on with, however many wait before it', async () => {
    const channelId = await addChannel()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await say(channelId, name)
    const rows = await store.takeKept(ROOM)
    const ids = new Map(rows.map(({ id, conversation }) => [conversation, id]))
    for (const [name, id] of ids) {
      await addRun({ id: `run-${name}`, execution_id: `run-${name}`, status: 'waiting' })
      await store.started(id, `run-${name}`)
      await store.end(id, 'waiting')
    }
    const look = async (name: string) => stateOf(ids.get(name) ?? '')
    await store.follow(1)
    expect(await Promise.all([...ids.keys()].map(look))).toEqual(
      [...ids.keys()].map((name) => ({ state: 'waiting', run_id: `run-${name}` })),
    )
    await addRun({ id: 'next', execution_id: 'run-e', status: 'running' })
    await store.follow(1)
    expect(await look('e')).toEqual({ state: 'running', run_id: 'next' })
    await server.database.query.updateTable('run').set({ status: 'cancelled' }).where('id', '=', 'run-d').execute()
    await store.follow(1)
    expect(await look('d')).toEqual({ state: 'running', run_id: 'run-d' })
    await server.database.query.deleteFrom('run').where('id', '=', 'run-c').execute()
    await store.follow(1)
    expect(await look('c')).toEqual({ state: 'running', run_id: 'run-c' })
    expect([await look('a'), await look('b')]).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
  })

  test('a channel has its share of the places, with what is under way in it', async () => {
    const [busy, quiet] = [await addChannel(), await addChannel()]
    for (let conversation = 0; conversation < 9; conversation += 1) await say(busy, String(conversation))
    for (let conversation = 0; conversation < 3; conversation += 1) await say(quiet, String(conversation))
    const take = async (room: Parameters<DeliveryStore['takeKept']>[0]): Promise<[number, number]> => {
      const rows = await store.takeKept(room)
      const of = (id: string): number => rows.filter(({ channel_id: channelId }) => channelId === id).length
      return [of(busy), of(quiet)]
    }
    expect(await take({ limit: 2, perChannel: 5, busy: new Map([[busy, 5]]) })).toEqual([0, 2])
    expect(await take({ ...ROOM, busy: new Map([[busy, 4]]) })).toEqual([1, 1])
    expect(await take({ ...ROOM, busy: new Map([[quiet, 2]]) })).toEqual([5, 0])
    expect(await take(ROOM)).toEqual([3, 0])
    expect(await take(ROOM)).toEqual([0, 0])
  })

  test('what is held is taken by nobody else, and only whoever has it can hold it', async () => {
    await say(await addChannel(), 'one')
    const first = only(await store.takeKept(ROOM))
    await makeDue()
    await store.hold(first)
    expect(await store.takeKept(ROOM)).toEqual([])
    await makeDue()
    const second = only(await store.takeKept(ROOM))
    await makeDue()
    await store.hold(first)
    expect(only(await store.takeKept(ROOM)).id).toBe(second.id)
    await store.end(first.id, 'done')
    await store.hold({ ...first, tries: 3 })
    const { due_at: due } = await server.database.query
      .selectFrom('channel_delivery')
      .select('due_at')
      .executeTakeFirstOrThrow()
    expect(due).toBeNull()
  })
})
