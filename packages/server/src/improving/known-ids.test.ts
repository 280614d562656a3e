import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createConversation } from '../../testing/conversation-flow.ts'
import { describeOnEveryDeployment } from '../../testing/every-deployment.ts'
import { startFakeVendor, type FakeVendor } from '../../testing/fake-vendor.ts'
import { sampleRequest } from '../../testing/sample-request.ts'
import type { TestServer } from '../../testing/test-server.ts'

const ANSWER = 'what only this visitor reads'
const owner = { authorization: `Basic ${Buffer.from('anna:secret').toString('base64')}` }
/** Recordings, what-if, replays, comparisons and tests, by their addresses: a route of tomorrow is attacked the day it appears. */
const IMPROVING = /^\/(runs\/:id\/.+|replays|comparisons|tests|chatflows\/:id\/dry-replay|inbox)/

describeOnEveryDeployment('Replays, what-if and comparisons', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let callers: Record<string, Record<string, string>>
  let ids: Record<'run' | 'set' | 'case' | 'comparison' | 'flow', string>

  beforeAll(async () => {
    vendor = await startFakeVendor({ tokens: [ANSWER] })
    server = await start({ env: { CHATWRIGHT_USERNAME: 'anna', CHATWRIGHT_PASSWORD: 'secret' } })
    const asOwner: Pick<TestServer, 'send'> = { send: (method, url, body) => server.send(method, url, body, owner) }
    const own = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
      const answer = await asOwner.send(method, `/api/v1${path}`, body)
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
      return answer.body
    }
    const [flow, other] = await Promise.all(
      [1, 2].map(() => createConversation(asOwner, { vendorUrl: vendor.url, columns: { access: 'open' } })),
    )
    await server.send('POST', `/api/v1/prediction/${flow}`, { question: 'Hi', chatId: 'of-a-visitor' })
    const { items } = await own('GET', `/runs?chatflowId=${flow}`)
    const run: string = items[0].id
    const kept = await own('POST', '/tests/keep', { runId: run })
    const [set] = (await own('GET', '/tests')).items
    const versions = { chatflowId: flow, base: 1, candidate: 1, setId: set.id }
    const { id: comparison } = await own('POST', '/comparisons', versions)
    await vi.waitFor(
      async () => {
        if ((await own('GET', `/comparisons/${comparison}`)).state === 'running') throw new Error('It is under way')
      },
      { timeout: 110_000 },
    )
    ids = { run, set: set.id, case: kept.id, comparison, flow: String(flow) }
    const key = async (permissions: string[], flows?: string[]) =>
      `Bearer ${(await own('POST', '/apikey', { keyName: permissions.join(), permissions, ...(flows && { flows }) })).apiKey}`
    callers = {
      'a stranger': {},
      'a visitor who sends the ids along': { 'last-event-id': `${run}:0`, 'x-request-id': run },
      'a key that asks': { authorization: await key(['predict']) },
      'a key that asks another flow': { authorization: await key(['predict'], [String(other)]) },
      'a key that reads runs': { authorization: await key(['run.read']) },
      'a key that edits flows': { authorization: await key(['flow.edit']) },
    }
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  const rows = async () => {
    const { query: db } = server.database
    const counts = (['run', 'comparison', 'comparison_case', 'test_set', 'test_case', 'dry_replay'] as const).map(
      async (table) => [table, (await db.selectFrom(table).selectAll().execute()).length],
    )
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
  }

  test('open to no one who knows the ids, and begin nothing for them', async () => {
    const routes = server.services.handlers.map(({ route }) => route).filter(({ path }) => IMPROVING.test(path))
    expect(routes.length).toBeGreaterThan(20)
    const [before, asked] = [await rows(), vendor.requests.length]
    for (const route of routes) {
      for (const [caller, headers] of Object.entries(callers)) {
        for (const id of Object.values(ids)) {
          const { method, url, body } = sampleRequest(route, { id, caseId: ids.case })
          const { status, text } = await server.send(method, url, body, headers)
          expect([401, 403], `${caller}: ${method} ${url}: ${status} ${text}`).toContain(status)
          expect(text).not.toContain(ANSWER)
        }
      }
    }
    expect(await rows()).toEqual(before)
    expect(vendor.requests).toHaveLength(asked)
  })

  test('are not reached by their ids at any route that strangers reach', async () => {
    const open = server.services.handlers.map(({ route }) => route).filter(({ access }) => access !== 'owner')
    for (const route of open) {
      for (const id of [ids.run, ids.set, ids.case, ids.comparison]) {
        const { method, url, body } = sampleRequest(route, { id })
        const { text } = await server.send(method, url, body, { 'last-event-id': `${id}:0` })
        expect(text.includes(ANSWER), `${method} ${url}`).toBe(false)
      }
    }
  })

  test('ask no one when the owner replays', async () => {
    const asked = vendor.requests.length
    const { status, text } = await server.send('POST', `/api/v1/runs/${ids.run}/replay`, { mode: 'replay' }, owner)
    expect(status, text).toBe(200)
    expect(text).toContain(ANSWER)
    expect(vendor.requests).toHaveLength(asked)
  })
})
