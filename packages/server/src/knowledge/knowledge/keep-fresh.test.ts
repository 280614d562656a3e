import { afterAll, beforeAll, expect, test } from 'vitest'
import { farMinute } from '../../../testing/far-minute.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { refreshDue } from './keep-fresh.ts'
import { createKnowledgeStore } from './knowledge-store.ts'

const root = '/api/v1/document-store'

describeOnBothDatabases('A store that is refreshed by a schedule', (start) => {
  let server: TestServer
  let storeId: string

  const open = async (lookEveryMs: number): Promise<void> => {
    server = await start({ lookEveryMs })
    storeId = (await send('POST', `${root}/store`, { name: 'Handbook' })).id
    await send('POST', `${root}/loader/save`, { storeId, loaderId: 'plainText', loaderConfig: { text: 'Lamps' } })
  }
  // Nobody but the test looks.
  beforeAll(() => open(3_600_000))
  afterAll(() => server.close())

  async function send(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
    const answer = await server.send(method, url, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const store = () => send('GET', `${root}/store/${storeId}`)
  const makeDue = (at: string) =>
    server.database.query.updateTable('knowledge_store').set({ next_refresh: at }).where('id', '=', storeId).execute()

  /** A process that looks once; what it starts is counted, and done by the server. */
  const look = async (start: (name: string) => Promise<void>) => {
    const faults: unknown[] = []
    await refreshDue({
      stores: createKnowledgeStore(server.database),
      jobs: {
        start: async ({ name }) => {
          await start(name)
          return { id: '' } as never
        },
      },
      now: () => new Date(),
      onFault: (error) => faults.push(error),
    })
    return faults
  }

  test('a rhythm that is none is refused with the reason', async () => {
    const cron = await server.send('PUT', `${root}/store/${storeId}`, {
      refresh: { cron: 'every day', timezone: 'UTC' },
    })
    expect(cron).toMatchObject({ status: 400, body: { message: expect.stringContaining('cron expression') } })
    const zone = await server.send('PUT', `${root}/store/${storeId}`, {
      refresh: { cron: '0 3 * * *', timezone: 'Mars/Olympus' },
    })
    expect(zone).toMatchObject({ status: 400, body: { message: expect.stringContaining('time zone') } })
    expect(await store()).toMatchObject({ refresh: null })
  })

  test('it is loaded when its time has come, once, and the next time is in the future', async () => {
    const refresh = { cron: `${farMinute()} 3 * * *`, timezone: 'Europe/Berlin' }
    await send('PUT', `${root}/store/${storeId}`, { refresh })
    const { refresh: set } = await store()
    expect(set).toMatchObject(refresh)
    expect(Date.parse(set.nextDate)).toBeGreaterThan(Date.now())
    const started: string[] = []
    const note = async (name: string) => void started.push(name)
    expect(await look(note)).toEqual([])
    expect(started).toEqual([])

    await makeDue('2026-01-01T02:00:00.000Z')
    expect(await look(note)).toEqual([])
    expect(await look(note)).toEqual([])
    expect(started).toEqual(['Handbook'])
    expect(Date.parse((await store()).refresh.nextDate)).toBeGreaterThan(Date.now())
  })

  test('a load that cannot begin is told, and tried at the next time', async () => {
    await makeDue('2026-01-01T02:00:00.000Z')
    const faults = await look(async () => {
      throw new Error('no room')
    })
    expect(faults).toHaveLength(1)
    expect(Date.parse((await store()).refresh.nextDate)).toBeGreaterThan(Date.now())
  })

  test('taken back, it is never due again', async () => {
    await send('PUT', `${root}/store/${storeId}`, { refresh: null })
    expect(await store()).toMatchObject({ refresh: null })
    expect(await createKnowledgeStore(server.database).dueForRefresh(10)).toEqual([])
  })

  test('the server itself looks and loads', async () => {
    await server.close()
    await open(50)
    await send('PUT', `${root}/store/${storeId}`, { refresh: { cron: `${farMinute()} 3 * * *`, timezone: 'UTC' } })
    await makeDue('2026-01-01T02:00:00.000Z')
    await expect.poll(async () => (await store()).status).toBe('UPSERTED')
  })
})
