import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

const HOUR_MS = 3_600_000

describeOnBothDatabases('While the clock is set back and forward', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flowId: string

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
    flowId = await createConversation(server, { vendorUrl: vendor.url })
    // The clock on the wall alone: timers go on, as they do when an operator sets it.
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await server.close()
    await vendor.close()
  })

  const ask = async (question: string, body: object = {}) => {
    vendor.upcoming.push({ tokens: [`${question}!`] })
    return server.send('POST', `/api/v1/prediction/${flowId}`, { question, chatId: 'a', ...body })
  }
  const setClock = (hours: number): void => void vi.setSystemTime(Date.now() + hours * HOUR_MS)
  const contentsOf = (messages: { content: string }[]): string[] => messages.map(({ content }) => content)
  const list = async (query = '') => (await server.send('GET', `/api/v1/chatmessage/${flowId}?chatId=a${query}`)).body

  async function askThroughJumps(): Promise<string[]> {
    const ids: string[] = []
    for (const [question, hours] of [
      ['One', 0],
      ['Two', -2],
      ['Three', 5],
      ['Four', -24],
    ] as const) {
      setClock(hours)
      ids.push((await ask(question)).body.chatMessageId)
    }
    return ids
  }
  const inOrder = ['One', 'One!', 'Two', 'Two!', 'Three', 'Three!', 'Four', 'Four!']

  test('a conversation keeps its order, in lists, in pages and for the model', async () => {
    await askThroughJumps()
    expect(contentsOf(await list())).toEqual(inOrder)
    expect(contentsOf(await list('&order=DESC'))).toEqual(inOrder.toReversed())
    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { items, nextCursor } = await list(`&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      paged.push(...contentsOf(items))
      cursor = nextCursor
    }
    expect(paged).toEqual(inOrder)
    await ask('Five')
    expect(vendor.requests.at(-1)?.body.messages.slice(1)).toMatchObject(
      [...inOrder, 'Five'].map((content) => ({ content })),
    )
  })

  test('a turn that is asked again takes the place of what came after it, and of nothing before', async () => {
    const [, second = ''] = await askThroughJumps()
    await ask('Two, better', { replaces: second })
    expect(contentsOf(await list())).toEqual(['One', 'One!', 'Two, better', 'Two, better!'])
  })

  test('the answer that broke off last is the one that can be gone on with', async () => {
    await ask('One')
    setClock(-3)
    vendor.upcoming.push({ tokens: ['Half ', 'of it'], breakAfter: 1 })
    await server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'Two', chatId: 'a' })
    const { id, status } = (await list()).at(-1)
    expect(status).toBe('interrupted')
    vendor.upcoming.push({ tokens: ['the rest'] })
    const { body } = await server.send('POST', `/api/v1/prediction/${flowId}`, { chatId: 'a', continue: id })
    expect(body).toMatchObject({ text: 'Half the rest', chatMessageId: id })
  })

  test('no answer takes less than no time', async () => {
    vendor.upcoming.push({ tokens: ['Slow', 'ly', '.'], delayMs: 100 })
    const asked = server.send('POST', `/api/v1/prediction/${flowId}`, { question: 'One', chatId: 'a' })
    await vi.waitFor(() => expect(vendor.spoken).toBeGreaterThan(0))
    setClock(-1)
    const { body } = await asked
    const run = (await server.send('GET', `/api/v1/runs/${body.runId}`)).body
    expect(run.durationMs).toBeGreaterThanOrEqual(0)
    expect(run.durationMs).toBeLessThan(HOUR_MS / 2)
  })
})
