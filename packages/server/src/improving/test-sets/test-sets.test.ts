import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pruneRecordings } from '../../runs/recordings/keep-within.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { createKnowledge } from '../../../testing/knowledge-flow.ts'
import { readCsvText } from '../../ground/csv-text.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'

describeOnBothDatabases('Tests', (start) => {
  let server: TestServer
  let vendor: FakeVendor
  let flow: string

  beforeAll(async () => {
    vendor = await startFakeVendor()
    server = await start()
  })
  beforeEach(async () => {
    vendor.script = { tokens: ['We open', ' at nine.'] }
    flow = await createConversation(server, { vendorUrl: vendor.url })
  })
  afterAll(async () => {
    await server.close()
    await vendor.close()
  })

  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await server.send(method, `/api/v1${path}`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const ask = async (question: string, chatId = question) => {
    const { chatMessageId: messageId } = await send('POST', `/prediction/${flow}`, { question, chatId })
    const { items } = await send('GET', `/runs?chatflowId=${flow}&limit=1`)
    return { messageId, runId: String(items[0].id) }
  }
  const run = (kept: { setId: string; id: string }, body: object = {}) =>
    send('POST', `/tests/${kept.setId}/cases/${kept.id}/run`, body)
  const changePrompt = async (words: string) => {
    const { flowData, version } = await send('GET', `/chatflows/${flow}`)
    const changed = JSON.parse(flowData)
    const chain = changed.nodes.find(({ id }: { id: string }) => id.startsWith('conversationChain'))
    chain.data.inputs.systemMessagePrompt = words
    await send('PUT', `/chatflows/${flow}`, { flowData: JSON.stringify(changed), version })
  }

  test('an answer is kept with its recording, and runs from it when all others are forgotten', async () => {
    // Short requests stand in the events of their run and go with those.
    await changePrompt('Answer in few words and kindly. '.repeat(30))
    const { runId } = await ask('When do you open?')
    const kept = await send('POST', '/tests/keep', { runId })
    expect(kept).toMatchObject({
      name: 'When do you open?',
      origin: 'run',
      turns: [{ question: 'When do you open?', expected: 'We open at nine.', isRecorded: true, runId }],
      result: null,
    })
    await pruneRecordings(server.database, {
      days: 1,
      bytes: 0,
      now: new Date(Date.now() + 90 * 86_400_000),
      signal: new AbortController().signal,
    })
    expect((await server.send('POST', `/api/v1/runs/${runId}/replay`, { mode: 'replay' })).status).toBe(409)
    const asked = vendor.requests.length
    expect((await run(kept)).result).toMatchObject({ verdict: 'passed', asked: 0, turns: [{ verdict: 'passed' }] })
    expect(vendor.requests).toHaveLength(asked)
    const [set] = (await send('GET', `/tests?flowId=${flow}`)).items
    expect(set).toMatchObject({ name: 'Kept answers', flowName: 'Conversation', cases: 1, passed: 1, failed: 0 })
  })

  test('a bad answer becomes a test that a change makes green, and is green without asking from then on', async () => {
    const { runId, messageId } = await ask('When do you open on Sundays?', 'rated')
    const rating = { chatflowid: flow, chatId: 'rated', messageId, rating: 'THUMBS_DOWN' }
    await send('POST', '/feedback', rating)
    const kept = await send('POST', '/tests/keep', { runId })
    expect(kept.turns).toMatchObject([{ expected: null, checks: [{ kind: 'not-contains', text: 'We open at nine.' }] }])
    expect((await run(kept)).result).toMatchObject({ verdict: 'failed', turns: [{ checks: [{ verdict: 'fail' }] }] })

    await changePrompt('We are closed on Sundays.')
    expect((await run(kept)).result).toMatchObject({
      verdict: 'unproved',
      turns: [{ reason: 'stopped', said: 'ChatOpenAI' }],
    })
    vendor.script = { tokens: ['We are closed', ' on Sundays.'] }
    expect((await run(kept, { isAsking: true })).result).toMatchObject({ verdict: 'passed', asked: 1 })
    const asked = vendor.requests.length
    expect((await run(kept)).result).toMatchObject({
      verdict: 'passed',
      asked: 0,
      turns: [{ answer: 'We are closed on Sundays.' }],
    })
    expect(vendor.requests).toHaveLength(asked)
    const { tests, total } = await send('GET', `/spend?chatflowId=${flow}`)
    expect(tests).toMatchObject({ calls: 1, priceMicro: expect.any(Number) })
    expect(total.calls).toBeGreaterThan(tests.calls)
  })

  test('a conversation is kept turn by turn, each judged on what was said before it', async () => {
    await ask('Hello', 'talk')
    vendor.script = { tokens: ['At five.'] }
    const { runId } = await ask('And when do you close?', 'talk')
    const kept = await send('POST', '/tests/keep', { runId, isWhole: true })
    expect(kept).toMatchObject({ origin: 'conversation', turns: [{ question: 'Hello' }, { expected: 'At five.' }] })
    expect((await run(kept)).result.turns).toMatchObject([{ verdict: 'passed' }, { verdict: 'passed' }])

    // Without what was recorded it is asked, after what was said before and nothing of what came later.
    await server.database.query
      .updateTable('test_turn')
      .set({ is_recorded: 0, recording: null })
      .where('case_id', '=', kept.id)
      .execute()
    await ask('Later words', 'talk')
    vendor.requests.length = 0
    await run(kept, { isAsking: true })
    const heard = vendor.requests.map(({ body }) => JSON.stringify(body.messages))
    expect(heard).toHaveLength(2)
    expect(heard[0]).not.toContain('nine')
    expect(heard[1]).toContain('We open at nine.')
    expect(heard.join()).not.toContain('Later words')
  })

  test('a case of a question and a passage is told by what its search found, without asking a model', async () => {
    const finder = await createKnowledge(await server.listen(), { vendorUrl: vendor.url, documents: 3 })
    await server.send('POST', `/api/v1/vector/upsert/${finder}`, {})
    await send('POST', `/prediction/${finder}`, { question: 'Which fact?', chatId: 'facts' })
    const { items } = await send('GET', `/runs?chatflowId=${finder}`)
    const keep = (text: string, top?: number) =>
      send('POST', '/tests/keep', { runId: items[0].id, checks: [{ kind: 'finds', text, ...(top && { top }) }] })
    const found = await keep('of the handbook', 1)
    const missed = await keep('of another book')
    // Another prompt: what the model would say now is not known, what is found is.
    const { flowData } = await send('GET', `/chatflows/${finder}`)
    const drawn = JSON.parse(flowData)
    const { inputs } = drawn.nodes.find(({ id }: { id: string }) => id === 'chatOpenAI_0').data
    inputs.temperature = 0.1
    await send('PUT', `/chatflows/${finder}`, { flowData: JSON.stringify(drawn) })
    vendor.requests.length = 0
    expect((await run(found)).result).toMatchObject({ verdict: 'passed', asked: 0 })
    expect((await run(missed)).result).toMatchObject({
      verdict: 'failed',
      turns: [{ checks: [{ verdict: 'fail', found: expect.stringContaining('handbook') }] }],
    })
    expect(vendor.requests).toEqual([])
    const read = await send('POST', `/tests/${found.setId}/csv`, { csv: 'input,passage\nWhere?,In the cellar\n' })
    expect(read).toEqual({ added: 1 })
    expect((await send('GET', `/tests/${found.setId}/cases`)).items.at(-1)).toMatchObject({
      turns: [{ question: 'Where?', checks: [{ kind: 'finds', text: 'In the cellar' }] }],
    })
  })

  test('cases come from CSV and go into it as they were, those of datasets among them', async () => {
    const set = await send('POST', '/tests', { flowId: flow, name: 'From a file' })
    const plain = await send('POST', `/tests/${set.id}/csv`, { csv: 'Hi,Hello\r\n"When, exactly?","At ""nine"""\r\n' })
    expect(plain).toEqual({ added: 2 })
    const checks = [{ kind: 'contains', text: 'five' }]
    await send('POST', `/tests/${set.id}/cases`, {
      name: 'Closing',
      turns: [
        { question: '=1+1', expected: 'x' },
        { question: 'And\nthen?', checks },
      ],
    })
    const { text, headers } = await server.send('GET', `/api/v1/tests/${set.id}/csv`)
    expect(headers['content-type']).toContain('text/csv')
    expect(text).toContain("'=1+1")
    const copy = await send('POST', '/tests', { flowId: flow, name: 'Copy' })
    expect(await send('POST', `/tests/${copy.id}/csv`, { csv: text })).toEqual({ added: 3 })
    const casesOf = async (id: string) =>
      (await send('GET', `/tests/${id}/cases`)).items.map(({ name, turns }: Record<string, unknown>) => ({
        name,
        turns,
      }))
    expect(await casesOf(copy.id)).toEqual(await casesOf(set.id))
    const refused = await server.send('POST', `/api/v1/tests/${set.id}/csv`, { csv: 'input,checks\nHi,[{}]\n' })
    expect([refused.status, refused.body.message]).toEqual([400, "Line 2 of the CSV: Its checks can't be read."])
    const open = await server.send('POST', `/api/v1/tests/${set.id}/csv`, { csv: 'input,output\nHi,"Hello\n' })
    expect([open.status, open.body.message]).toEqual([
      400,
      'Line 2 of the CSV: A cell begins with a quote that is never closed.',
    ])
  })

  test('no cell begins as a spreadsheet reads a formula, and each comes back as it was', async () => {
    const signs = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＠', "'="]
    const set = await send('POST', '/tests', { flowId: flow, name: 'Signs' })
    for (const sign of signs) {
      await send('POST', `/tests/${set.id}/cases`, { turns: [{ question: 'Hi', expected: `${sign}cmd|'/c calc'!A1` }] })
    }
    const { text } = await server.send('GET', `/api/v1/tests/${set.id}/csv`)
    const cells = (await readCsvText(text)).slice(1).flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
    const copy = await send('POST', '/tests', { flowId: flow, name: 'Signs again' })
    await send('POST', `/tests/${copy.id}/csv`, { csv: text })
    const expected = (await send('GET', `/tests/${copy.id}/cases`)).items.map(
      ({ turns }: { turns: { expected: string }[] }) => turns[0]?.expected,
    )
    expect(expected.toSorted()).toEqual(signs.map((sign) => `${sign}cmd|'/c calc'!A1`).toSorted())
  })

  test('a case that was written is asked, and what it checks can be changed', async () => {
    const set = await send('POST', '/tests', { flowId: flow, name: 'By hand' })
    expect((await server.send('POST', '/api/v1/tests', { flowId: flow, name: 'By hand' })).status).toBe(409)
    const turns = [{ question: 'When?', checks: [{ kind: 'contains', text: 'ten' }] }]
    const made = await send('POST', `/tests/${set.id}/cases`, { turns })
    expect((await run(made)).result).toMatchObject({ verdict: 'unproved' })
    expect((await run(made, { isAsking: true })).result).toMatchObject({ verdict: 'failed' })
    const changed = { turns: [{ question: 'When?', checks: [{ kind: 'contains', text: 'nine' }] }] }
    expect(await send('PUT', `/tests/${set.id}/cases/${made.id}`, changed)).toMatchObject({ result: null })
    expect((await run(made, { isAsking: true })).result).toMatchObject({ verdict: 'passed' })
    expect((await run(made)).result).toMatchObject({ verdict: 'passed', asked: 0 })
    vendor.script = { tokens: [], status: 401 }
    await send('PUT', `/tests/${set.id}/cases/${made.id}`, { turns: [{ question: 'Now?', checks: [] }] })
    expect((await run(made, { isAsking: true })).result).toMatchObject({
      verdict: 'failed',
      turns: [{ reason: 'run-failed' }],
    })
    const schema = '{"type":"object","pattern":"(a+)+"}'
    const bad = { turns: [{ question: 'When?', checks: [{ kind: 'json-schema', schema }] }] }
    expect((await server.send('POST', `/api/v1/tests/${set.id}/cases`, bad)).status).toBe(400)
    expect(await send('DELETE', `/tests/${set.id}/cases/${made.id}`)).toEqual({ isDeleted: true })
    expect(await send('PATCH', `/tests/${set.id}`, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', cases: 0 })
    expect(await send('DELETE', `/tests/${set.id}`)).toEqual({ isDeleted: true })
    expect((await server.send('GET', `/api/v1/tests/${set.id}`)).status).toBe(404)
  })

  test.each([
    ['its question', { question: 'Where?', checks: [{ kind: 'contains', text: 'nine' }] }],
    ['what it checks', { question: 'When?', checks: [{ kind: 'contains', text: 'ten' }] }],
  ])('a run does not count for a case that was given another one meanwhile: %s', async (_, changed) => {
    const set = await send('POST', '/tests', { flowId: flow, name: 'Meanwhile' })
    const turns = [{ question: 'When?', checks: [{ kind: 'contains', text: 'nine' }] }]
    const made = await send('POST', `/tests/${set.id}/cases`, { turns })
    const place = `/tests/${set.id}/cases/${made.id}`
    vendor.script = {
      tokens: ['We open at nine.'],
      beforeToken: async () => void (await send('PUT', place, { turns: [changed] })),
    }
    const answer = await server.send('POST', `/api/v1${place}/run`, { isAsking: true })
    expect([answer.status, answer.body.code]).toEqual([409, 'test-case-changed'])
    const { items } = await send('GET', `/tests/${set.id}/cases`)
    expect(items).toMatchObject([{ result: null, turns: [{ question: changed.question, isRecorded: false }] }])
    vendor.script = {
      tokens: ['We open at nine.'],
      beforeToken: async () => void (await send('DELETE', place)),
    }
    expect((await server.send('POST', `/api/v1${place}/run`, { isAsking: true })).status).toBe(404)
  })
})
