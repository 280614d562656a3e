import type { FoundRun } from '@chatwright/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { planOf, watchDatabase } from '../../../testing/watched-database.ts'
import { indexRuns } from './index-runs.ts'
import { createListingStore, EXPENSIVE_TOKENS, SLOW_MS, type Filter } from './listing-store.ts'

describeOnBothDatabases('The list of every run', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flow: string

  beforeEach(async () => {
    vendor = await startFakeVendor()
    server = await start()
    flow = await createConversation(server, { vendorUrl: vendor.url, inputs: { chatOpenAI_0: { timeout: 20_000 } } })
  })
  afterEach(async () => {
    await server.close()
    await vendor.close()
  })

  const get = async (path: string) => (await server.send('GET', `/api/v1${path}`)).body
  const find = async (query: Record<string, string> = {}): Promise<{ items: FoundRun[]; nextCursor: string | null }> =>
    get(`/runs/search?${new URLSearchParams(query)}`)
  const found = async (query: Record<string, string> = {}) => (await find(query)).items.map(({ question }) => question)
  const ask = async (question: string, { change = {}, ...body }: { change?: object; flowData?: string } = {}) => {
    const answer = await server.send('POST', `/api/v1/prediction/${flow}`, { question, chatId: question, ...body })
    const run = (await get(`/runs?chatflowId=${flow}`)).items.find((each: FoundRun) => each.question === question)
    if (Object.keys(change).length > 0)
      await server.database.query.updateTable('run').set(change).where('id', '=', run.id).execute()
    return { runId: String(run.id), messageId: String(answer.body.chatMessageId) }
  }
  const letters = () =>
    createAgentFlow(server, {
      steps: {
        humanInputAgentflow_0: { humanInputDescription: 'Send it to {{question}}?' },
        directReplyAgentflow_0: { directReplyMessage: 'Posted to the lighthouse' },
      },
      edges: ['startAgentflow_0 > humanInputAgentflow_0', 'humanInputAgentflow_0:0 > directReplyAgentflow_0'],
    })

  test('holds chats and agents, and one line for all runs of an agent flow that went on from each other', async () => {
    await ask('What is open on Sundays?')
    const agents = await letters()
    await server.send('POST', `/api/v1/prediction/${agents}`, { question: 'Ann', chatId: 'c1' })
    const [waiting, chat] = (await find()).items
    expect(waiting).toMatchObject({ flowId: agents, flowName: 'Agents', status: 'waiting', question: 'Ann' })
    expect(waiting?.executionId).not.toBeNull()
    expect(chat).toMatchObject({
      flowId: flow,
      flowName: 'Conversation',
      flowVersion: 1,
      status: 'done',
      source: 'chat',
      executionId: null,
      fault: null,
      rating: null,
    })
    expect(await found({ view: 'waiting' })).toEqual(['Ann'])
    expect(await get('/runs/counts')).toEqual({ waiting: 1, failed: 0, ratedDown: 0, most: 100 })

    const [wait] = (await get('/waits')).items
    await server.send('POST', `/api/v1/waits/${wait.id}/decision`, { type: 'proceed' })
    await vi.waitFor(async () => {
      const [decided, ...rest] = (await find({ flowId: agents })).items
      expect(decided).toMatchObject({ status: 'done', question: 'Ann', answer: 'Posted to the lighthouse' })
      expect(rest).toEqual([])
    }, 30_000)
    expect(await found({ words: 'ann lighthouse' })).toEqual(['Ann'])
    expect(await found({ view: 'waiting' })).toEqual([])
    expect((await get('/runs/counts')).waiting).toBe(0)
  }, 60_000)

  test('finds words of questions, answers and errors, whatever their case and accents, and a beginning of the last', async () => {
    vendor.script = { tokens: ['Das ', 'Café', ' ist zu. 営業時間です'] }
    await ask('Wann öffnet ihr?')
    vendor.script = { tokens: [], status: 401 }
    await ask('Locked out')
    expect(await found({ words: 'CAFE wann' })).toEqual(['Wann öffnet ihr?'])
    expect(await found({ words: 'öffn' })).toEqual(['Wann öffnet ihr?'])
    expect(await found({ words: 'öffn ' })).toEqual([])
    expect(await found({ words: '営業' })).toEqual(['Wann öffnet ihr?'])
    const [failed] = (await find({ words: 'locked' })).items
    const [word = ''] = /[a-z]{6,}/i.exec(failed?.fault?.message ?? '') ?? []
    expect(await found({ words: word })).toEqual(['Locked out'])
    expect(await found({ words: 'locked zebra' })).toEqual([])
    expect(await found({ words: `locked' | 'wann` })).toEqual([])
    expect(await found({ words: `" ' & * : ! (` })).toEqual(['Locked out', 'Wann öffnet ihr?'])
    expect(await found({ words: 'wann', status: 'failed' })).toEqual([])
    expect(await found({ words: 'locked', status: 'failed', flowId: flow, source: 'chat' })).toEqual(['Locked out'])
    expect(await found({ words: 'locked', to: '2020-01-01' })).toEqual([])

    await server.send('DELETE', `/api/v1/chatmessage/${flow}?chatId=${encodeURIComponent('Locked out')}`)
    await server.database.query.deleteFrom('run').where('chat_id', '=', 'Locked out').execute()
    expect(await found({ words: 'locked' })).toEqual([])
  }, 60_000)

  test('picks out what failed, was rated down, took long or cost much; what was dismissed can be left out', async () => {
    await ask('Well answered')
    const rated = await ask('Rated')
    await server.send('POST', '/api/v1/feedback', {
      chatflowid: flow,
      chatId: 'Rated',
      messageId: rated.messageId,
      rating: 'THUMBS_DOWN',
      content: 'Wrong hours',
    })
    await ask('Slow', { change: { duration_ms: SLOW_MS } })
    await ask('Dear', { change: { input_tokens: EXPENSIVE_TOKENS } })
    await ask('Empty', { change: { found_nothing: 1 } })
    vendor.script = { tokens: [], status: 401 }
    const first = await ask('Locked out')
    await ask('Locked out again')
    vendor.script = { tokens: [], status: 429 }
    await ask('Too often')
    const views = ['failed', 'rated-down', 'slow', 'expensive', 'found-nothing']
    expect(await Promise.all(views.map((view) => found({ view })))).toEqual([
      ['Too often', 'Locked out again', 'Locked out'],
      ['Rated'],
      ['Slow'],
      ['Dear'],
      ['Empty'],
    ])
    expect((await find({ view: 'rated-down' })).items[0]).toMatchObject({ rating: 'down', comment: 'Wrong hours' })

    const { items: causes, hasMore } = await get('/runs/causes')
    expect(causes.map(({ count }: { count: number }) => count)).toEqual([2, 1])
    expect(hasMore).toBe(false)
    expect(causes[0].flows).toEqual([{ id: flow, name: 'Conversation' }])
    expect(await found({ view: 'failed', cause: causes[0].cause })).toEqual(['Locked out again', 'Locked out'])

    expect(await get('/runs/counts')).toMatchObject({ failed: 3, ratedDown: 1 })
    const dismiss = (dismissed: boolean) =>
      server.send('POST', '/api/v1/runs/dismiss', { ids: [first.runId, rated.runId, 'nobody'], dismissed })
    expect((await dismiss(true)).body).toEqual({ dismissed: true })
    expect(await found({ view: 'failed', open: 'true' })).toEqual(['Too often', 'Locked out again'])
    expect(await get('/runs/counts')).toMatchObject({ failed: 2, ratedDown: 0 })
    await dismiss(false)
    expect(await found({ view: 'failed', open: 'true' })).toHaveLength(3)
  }, 60_000)

  test('pages by key: nothing is missed and nothing comes twice, whatever is added meanwhile', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) await ask(`Question ${name}`)
    for (const query of [{}, { words: 'question' }, { flowId: flow }] as Record<string, string>[]) {
      const pages: string[] = []
      let cursor: string | null = ''
      for (; cursor !== null;) {
        const page = await find({ ...query, limit: '2', ...(cursor !== '' && { cursor }) })
        pages.push(...page.items.map(({ question }) => question))
        cursor = page.nextCursor
        if (pages.length === 2) await ask('Question later')
      }
      expect(pages).toEqual(['five', 'four', 'three', 'two', 'one'].map((name) => `Question ${name}`))
      await server.database.query.deleteFrom('run').where('chat_id', '=', 'Question later').execute()
    }
    const refused = await server.send('GET', '/api/v1/runs/search?cursor=bm90aGluZw')
    expect(refused.status).toBe(400)
  }, 60_000)

  test('a cursor of another list, or of nobody’s, is refused, and never a fault of the server', async () => {
    await ask('Question one')
    for (const key of [[5], [1.5], ['a', 'b'], ['\u0000', 'x'], [1e300], ['a'], [null, {}], {}]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
      const isPlace = JSON.stringify(key) === '[5]'
      const isDate = JSON.stringify(key) === '["a","b"]'
      for (const [query, isOurs] of [
        [{}, isDate],
        [{ words: '!' }, isDate],
        [{ view: 'rated-down' }, isDate],
        [{ words: 'question' }, isPlace],
      ] as const) {
        const search = new URLSearchParams({ ...query, cursor })
        const { status } = await server.send('GET', `/api/v1/runs/search?${search}`)
        expect({ key, query, status }).toEqual({ key, query, status: isOurs ? 200 : 400 })
      }
    }
  }, 60_000)

  test('runs of before are indexed in the background', async () => {
    await ask('An older question')
    await indexRuns(server.database)
    await server.database.query.updateTable('run').set({ place: null, source: null }).execute()
    expect(await indexRuns(server.database)).toBe(1)
    expect(await indexRuns(server.database)).toBe(0)
    const [row] = await server.database.query.selectFrom('run').select(['place', 'source']).execute()
    expect(row?.source).toBe('chat')
    expect(Number(row?.place)).toBeGreaterThan(1_700_000_000_000 * 1024)
  })

  test('each look goes along an index, and stops at its page', async () => {
    await ask('Something')
    await indexRuns(server.database)
    const { watched, asked } = watchDatabase(server.database)
    const store = createListingStore(watched)
    const filters: [Filter, RegExp][] = [
      [{}, /run_listed/],
      [{ flowId: flow }, /run_by_flow/],
      [{ view: 'failed' }, /run_failed/],
      [{ view: 'failed', flowId: flow }, /run_failed_of_flow/],
      [{ view: 'waiting' }, /run_open/],
      [{ view: 'slow' }, /run_slow/],
      [{ view: 'expensive' }, /run_expensive/],
      [{ view: 'found-nothing' }, /run_found_nothing/],
      [{ status: 'cancelled' }, /run_cancelled/],
      [{ source: 'webhook' }, /run_from/],
      [{ view: 'rated-down' }, /feedback_by_rating/],
      [{ words: 'something' }, /run_words/],
    ]
    for (const [filter, index] of filters) {
      await store.look({ filter, after: undefined, limit: 200 })
      const [statement] = asked()
      if (!statement) throw new Error('Nothing was asked')
      expect(statement.sql, JSON.stringify(filter)).toMatch(/limit (?:\?|\$\d+)$/)
      const plan = await planOf(server.database, statement)
      // What PostgreSQL knows of its tables by then decides which of two fitting indexes it takes.
      expect(plan, JSON.stringify(filter)).toMatch(server.database.kind === 'sqlite' ? index : /Index (?:Only )?Scan/)
      expect(plan, JSON.stringify(filter)).not.toMatch(/SCAN (?:run|feedback)$|USE TEMP B-TREE FOR ORDER BY|Seq Scan/m)
    }
  })
})
