import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { pruneRecordings } from './keep-within.ts'
import { dayOf } from './value-store.ts'

const NOW = new Date('2026-11-16T12:00:00.000Z')
const TODAY = dayOf(NOW.getTime())

let server: TestServer
let flowId: string

const { signal } = new AbortController()
const prune = (days: number, bytes: number) => pruneRecordings(server.database, { days, bytes, now: NOW, signal })

describeOnBothDatabases('Recordings that are kept', (start) => {
  beforeAll(async () => {
    // The server prunes by itself too, as soon as it has started: nothing of this.
    server = await start({ env: { RECORDING_DAYS: '36500' } })
    flowId = await createConversation(server, { vendorUrl: 'http://127.0.0.1:9' })
  })
  afterAll(() => server.close())
  beforeEach(() => server.database.query.deleteFrom('recorded_value').execute())

  const keep = (entries: readonly { daysAgo: number; size: number }[]) =>
    server.database.query
      .insertInto('recorded_value')
      .values(
        entries.map(({ daysAgo, size }, index) => ({
          chatflow_id: flowId,
          chat_id: 'c',
          hash: `h${index}`,
          day: TODAY - daysAgo,
          size,
          text: 'v',
        })),
      )
      .execute()
  const left = async () =>
    (await server.database.query.selectFrom('recorded_value').select('day').orderBy('day', 'desc').execute()).map(
      ({ day }) => TODAY - day,
    )

  test('what was not used for longer than its days goes, with the days that lists may go on from', async () => {
    await keep([0, 29, 30, 33, 34, 400].map((daysAgo) => ({ daysAgo, size: 1 })))
    expect(await prune(30, 1_000_000)).toBe(2)
    expect(await left()).toEqual([0, 29, 30, 33])
  })

  test('of what is more than its bytes the oldest days go, whole ones', async () => {
    await keep([
      { daysAgo: 0, size: 40 },
      { daysAgo: 1, size: 40 },
      { daysAgo: 2, size: 10 },
      { daysAgo: 2, size: 20 },
      { daysAgo: 3, size: 1 },
    ])
    expect(await prune(30, 100)).toBe(3)
    expect(await left()).toEqual([0, 1])
    expect(await prune(30, 100), 'what fits stays').toBe(0)
  })

  test('many go a few at a time, all of them', async () => {
    await keep(Array.from({ length: 450 }, () => ({ daysAgo: 100, size: 1 })))
    expect(await prune(30, 1_000_000)).toBe(450)
    expect(await left()).toEqual([])
  })
})
