import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { roomInDay } from '../../../testing/room-in-day.ts'
import { describeOnBothDatabases, type TestAnswer, type TestServer } from '../../../testing/test-server.ts'

const authorization = `Basic ${Buffer.from('owner:correct horse').toString('base64')}`

let server: TestServer
let vendor: FakeVendor
let flowId: string

const HERE = { 'x-forwarded-for': '192.0.2.1' }
const FIRST = { 'x-forwarded-for': '203.0.113.1' }
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.1' }

const ask = (headers: Record<string, string>, body: object = {}): Promise<TestAnswer> =>
  server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Hi', ...body }, headers)

describeOnBothDatabases('Strangers', (start) => {
  beforeAll(async () => {
    vendor = await startFakeVendor()
    const login = { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' }
    server = await start({ env: { ...login, TRUSTED_PROXIES: '1' } })
    flowId = await createConversation(server, { vendorUrl: vendor.url, headers: { authorization } })
  })
  beforeEach(async () => {
    await roomInDay()
    vendor.requests.length = 0
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  test('of two networks may count their questions alike', async () => {
    const key = { 'idempotency-key': 'question-1' }
    const first = await ask({ ...HERE, ...key })
    const second = await ask({ ...ELSEWHERE, ...key })
    expect([first.status, second.status, vendor.requests.length]).toEqual([200, 200, 2])
    expect(second.body.runId).not.toBe(first.body.runId)
  })

  test('who repeat a question hear its answer once, and its chat only where they name it', async () => {
    const key = { ...HERE, 'idempotency-key': 'question-2' }
    const first = await ask(key)
    const again = await ask(key)
    expect([again.body.text, again.body.runId]).toEqual([first.body.text, first.body.runId])
    expect(again.text).not.toContain(first.body.chatId)
    const streaming = { ...HERE, 'idempotency-key': 'question-4' }
    const streamed = [await ask(streaming, { streaming: true }), await ask(streaming, { streaming: true })]
    const [chat, other] = streamed.map(({ text }) => /"chatId":"([^"]+)"/.exec(text)?.[1])
    expect([typeof chat, streamed[1]?.text.includes('Hello')]).toEqual(['string', true])
    expect(other).not.toBe(chat)
    expect(streamed[1]?.text).not.toContain(chat)
    const named = { ...HERE, 'idempotency-key': 'question-3' }
    const chatId = 'a-chat-of-mine'
    const answers = [await ask(named, { chatId }), await ask(named, { chatId })]
    expect(answers.map(({ body }) => body.chatId)).toEqual([chatId, chatId])
    expect(vendor.requests).toHaveLength(3)
  })

  test('are limited by their network, too, and a new chat makes nobody a new visitor', async () => {
    const limit = { scope: 'visitor', unit: 'tokens', amount: 5000, period: 'day' }
    const { body } = await server.send('POST', '/api/v1/limits', limit, { authorization })
    const askUntilRefused = async (headers: Record<string, string>): Promise<number> => {
      for (let asked = 0; asked < 5; asked += 1) {
        // As if each were dear.
        const { status } = await ask(headers)
        if (status !== 200) return asked
        await server.database.query.updateTable('ledger').set({ used: 5000 }).where('used', '>', 0).execute()
      }
      return 5
    }
    // A worker hears of a limit within a second.
    await vi.waitFor(async () => expect(await askUntilRefused(FIRST)).toBeLessThan(5))
    expect([await askUntilRefused(HERE), await askUntilRefused(ELSEWHERE)]).toEqual([1, 1])
    // Whoever is known is one visitor in each conversation.
    expect(await askUntilRefused({ ...HERE, authorization })).toBe(5)
    const ledger = await server.database.query.selectFrom('ledger').selectAll().execute()
    expect(ledger.filter(({ subject }) => subject.includes('/network '))).toHaveLength(3)
    expect(JSON.stringify(ledger)).not.toContain('192.0.2.1')
    expect(ledger.every(({ reserved }) => reserved === 0)).toBe(true)
    const runs = await server.database.query.selectFrom('run').select('request').execute()
    expect(JSON.stringify(runs)).not.toContain('192.0.2.1')
    await server.send('DELETE', `/api/v1/limits/${body.id}`, undefined, { authorization })
  })
})
