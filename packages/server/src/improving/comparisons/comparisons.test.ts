import type { ComparedCase, Comparison } from '@chatwright/contract'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { describeOnEveryDeployment } from '../../../testing/every-deployment.ts'
import type { TestServer } from '../../../testing/test-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let vendor: Server
let vendorUrl: string
let asked: string[] = []
/** What the model says to a prompt; nothing where it refuses. */
let say: (prompt: string) => string | undefined
/** What a prompt waits for. */
let hold: (prompt: string) => Promise<void> | undefined = () => undefined

beforeAll(async () => {
  vendor = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', async () => {
      const { messages } = JSON.parse(body) as { messages: { content: unknown }[] }
      const prompt = JSON.stringify(messages)
      asked.push(prompt)
      await hold(prompt)
      const content = say(prompt)
      if (content === undefined) {
        response.writeHead(401).end('{"error":{"message":"No"}}')
        return
      }
      response.setHeader('content-type', 'text/event-stream')
      const frame = (value: object) => response.write(`data: ${JSON.stringify({ id: 'x', ...value })}\n\n`)
      frame({ choices: [{ index: 0, delta: { role: 'assistant', content } }] })
      frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      frame({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`
})
afterAll(() => vendor.close())

type Compared = Comparison & { items: ComparedCase[] }

describeOnEveryDeployment('Comparing two versions', (start) => {
  let server: TestServer
  let settings: Record<string, unknown>
  beforeAll(async () => {
    server = await start()
    settings = await chosenModel(server, vendorUrl)
  })
  afterAll(() => server.close())

  const createFlow = () =>
    createAgentFlow(server, {
      steps: {
        llmAgentflow_0: {
          llmModel: 'chatOpenAI',
          llmModelConfig: { llmModel: 'chatOpenAI', ...settings },
          llmEnableMemory: false,
          llmMessages: [{ role: 'user', content: 'Answer {{question}}' }],
        },
        directReplyAgentflow_0: { directReplyMessage: 'It says {{llmAgentflow_0}}' },
      },
      edges: ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > directReplyAgentflow_0'],
    })
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await server.send(method, `/api/v1${path}`, body)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const saveWith = async (flowId: string, before: string, after: string) => {
    const { flowData } = await send('GET', `/chatflows/${flowId}`)
    expect(flowData).toContain(before)
    return send('PUT', `/chatflows/${flowId}`, { flowData: flowData.replaceAll(before, after) })
  }
  const compared = async (request: object): Promise<Compared> => {
    const { id, state } = await send('POST', '/comparisons', request)
    expect(state).toBe('running')
    return vi.waitFor(async () => {
      const body = await send('GET', `/comparisons/${id}`)
      expect(body.state, JSON.stringify(body)).toBe('done')
      return body as Compared
    }, PATIENCE)
  }
  const withSet = async (flowId: string, questions: string[], name = 'Kept') => {
    const { id } = await send('POST', '/tests', { flowId, name })
    for (const question of questions) {
      const checks = [{ kind: 'contains', text: 'good' }]
      await send('POST', `/tests/${id}/cases`, { turns: [{ question, checks }] })
    }
    return id as string
  }

  test('a set with checks says what got worse, with both answers, the flip rate and what it cost', async () => {
    say = (prompt) => (prompt.includes('Briefly') && prompt.includes('lamps') ? 'bad' : 'good')
    const flowId = await createFlow()
    const setId = await withSet(flowId, ['lamps', 'doors', 'keys'])
    await saveWith(flowId, 'Answer {{question}}', 'Briefly: {{question}}')
    const { summary, items, ...about } = await compared({ chatflowId: flowId, base: 1, setId })
    expect(about).toMatchObject({ base: 1, candidate: 2, setId, flowName: 'Agents' })
    expect(summary).toMatchObject({ cases: 3, worse: 1, same: 2, unclear: 0, conclusion: 'regression' })
    expect(summary.flipRate).toBe(0)
    expect(summary.priceMicro).toBeGreaterThan(0)
    expect(items[0]).toMatchObject({
      name: 'lamps',
      verdict: 'worse',
      node: 'llmAgentflow_0',
      base: { failed: 0, answer: 'It says good' },
      candidate: { answer: 'It says bad' },
    })
    expect(items.filter(({ base, candidate }) => base.asked > 5 || candidate.asked > 5)).toEqual([])
    const { items: listed } = await send('GET', `/comparisons?chatflowId=${flowId}`)
    expect(listed).toMatchObject([{ setName: 'Kept', judge: null }])
    await expectOlderViews({ setId, comparisonId: listed[0].id, flowId })
    const spend = await send('GET', `/spend?chatflowId=${flowId}`)
    expect(spend.tests).toMatchObject({ calls: summary.asked, priceMicro: summary.priceMicro })
    expect(spend.total).toEqual(spend.tests)
    expect(spend.nodes).toMatchObject([{ name: expect.any(String), calls: summary.asked }])
    expect(spend.keys).toEqual([])
  })

  /** The same set and comparison, as clients of the older product read datasets and evaluations. */
  async function expectOlderViews({ setId, comparisonId, flowId }: Record<string, string>): Promise<void> {
    const dataset = { id: setId, name: 'Kept', description: 'Agents', rowCount: 3 }
    expect(await send('GET', '/datasets')).toMatchObject([dataset])
    expect(await send('GET', '/datasets?page=1&limit=10')).toMatchObject({ data: [dataset], total: 1 })
    expect(await send('GET', '/datasets?page=2&limit=10')).toEqual({ data: [], total: 1 })
    const { rows, total } = await send('GET', `/datasets/set/${setId}?page=1&limit=2`)
    const row = (input: string, sequenceNo: number) => ({ datasetId: setId, input, output: '', sequenceNo })
    expect({ rows, total }).toMatchObject({ rows: [row('lamps', 0), row('doors', 1)], total: 3 })
    const evaluation = {
      id: comparisonId,
      chatflowId: `["${flowId}"]`,
      chatflowName: '["Agents"]',
      datasetId: setId,
      datasetName: 'Kept',
      status: 'completed',
    }
    const [first] = await send('GET', '/evaluations')
    expect(first).toMatchObject(evaluation)
    expect(JSON.parse(first.average_metrics)).toMatchObject({ totalRuns: 3, passPcnt: expect.closeTo(66.7, 1) })
    const { rows: cases, ...whole } = await send('GET', `/evaluations/${comparisonId}`)
    expect(whole).toMatchObject({ ...evaluation, versionCount: 1, versionNo: 1 })
    expect(cases).toHaveLength(3)
    expect(cases[0]).toMatchObject({ input: 'lamps', expectedOutput: 'It says good', actualOutput: '["It says bad"]' })
    expect((await server.send('GET', '/api/v1/evaluations/none')).body).toMatchObject({ code: 'comparison-not-found' })
  }

  test('recorded answers that the record proves are compared without asking anybody', async () => {
    say = () => 'good'
    const flowId = await createFlow()
    for (const question of ['one', 'two']) await send('POST', `/prediction/${flowId}`, { question, chatId: question })
    await saveWith(flowId, '"label":"directReplyAgentflow_0"', '"label":"The end"')
    asked = []
    const same = await compared({ chatflowId: flowId, base: 1, answers: 5 })
    expect(same.summary).toMatchObject({ cases: 2, same: 2, asked: 0, conclusion: 'no-regression', flipRate: null })
    await saveWith(flowId, 'It says', 'It said')
    const different = await compared({ chatflowId: flowId, base: 1, answers: 5 })
    expect(different.summary).toMatchObject({ different: 2, asked: 0 })
    expect(different.items[0]).toMatchObject({ isProved: true, candidate: { answer: 'It said good' } })
    expect(asked).toEqual([])
  })

  test('answers that only differ in their words are reworded, and one with another number is different', async () => {
    say = (prompt) => {
      const isBrief = prompt.includes('Briefly')
      if (prompt.includes('parking')) return `that there is a space for ${isBrief ? 'four' : 'five'} cars.`
      return isBrief ? 'that we are open from nine.' : 'that we open at nine.'
    }
    const flowId = await createFlow()
    for (const question of ['hours', 'parking']) {
      await send('POST', `/prediction/${flowId}`, { question, chatId: question })
    }
    await saveWith(flowId, 'Answer {{question}}', 'Briefly: {{question}}')
    const { summary, items } = await compared({ chatflowId: flowId, base: 1, answers: 2 })
    expect(summary).toMatchObject({ reworded: 1, different: 1, same: 0, conclusion: 'no-regression' })
    const [different, reworded] = items
    expect(different).toMatchObject({ name: 'parking', verdict: 'different', candidate: { failed: 5, reworded: 0 } })
    expect(reworded).toMatchObject({ name: 'hours', verdict: 'reworded', candidate: { asked: 2, reworded: 2 } })
  })

  test('what was kept before answers were told apart by meaning is read as it was', async () => {
    const flowId = await createFlow()
    const { id } = await compared({ chatflowId: flowId, answers: 1 })
    const { query } = server.database
    const { summary } = await query
      .selectFrom('comparison')
      .select('summary')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { reworded: _, ...older } = JSON.parse(summary ?? '') as Record<string, unknown>
    await query
      .updateTable('comparison')
      .set({ summary: JSON.stringify(older) })
      .where('id', '=', id)
      .execute()
    const side = { asked: 1, failed: 0, answer: 'good', durationMs: null, costMicro: null }
    const about = {
      number: 1,
      name: 'x',
      verdict: 'same',
      isProved: true,
      hasChecks: false,
      node: null,
      reason: null,
      judged: null,
    }
    const report = JSON.stringify({ ...about, base: side, candidate: side })
    await query
      .insertInto('comparison_case')
      .values({ comparison_id: id, number: 1, verdict: 'same', report })
      .execute()
    expect(await send('GET', `/comparisons/${id}`)).toMatchObject({
      summary: { reworded: 0 },
      items: [{ base: { asked: 1, reworded: 0 }, candidate: { reworded: 0 } }],
    })
  })

  test('a base that never says the same twice leaves unchecked answers unclear, and a judge asked in both orders tells', async () => {
    let count = 0
    say = (prompt) => {
      // Whichever stands first: the one that was asked briefly.
      if (prompt.includes('You compare two answers')) {
        return prompt.indexOf('brief') < prompt.indexOf('long') ? 'SECOND' : 'FIRST'
      }
      count += 1
      return `${prompt.includes('Briefly') ? 'brief' : 'long'} ${count}`
    }
    const flowId = await createFlow()
    await send('POST', `/prediction/${flowId}`, { question: 'one', chatId: 'one' })
    await saveWith(flowId, 'Answer {{question}}', 'Briefly: {{question}}')
    const unclear = await compared({ chatflowId: flowId, base: 1, answers: 1 })
    expect(unclear.summary).toMatchObject({ unclear: 1, conclusion: 'not-enough' })
    const { FLOWISE_CREDENTIAL_ID: credential, ...inputs } = settings
    const judge = { node: 'chatOpenAI', credential, inputs }
    const judged = await compared({ chatflowId: flowId, base: 1, answers: 1, judge })
    expect(judged.items[0]).toMatchObject({ verdict: 'worse', judged: { base: 2, candidate: 0, tie: 0 } })
    expect(judged.summary.conclusion).toBe('regression')
    expect(judged.judge).toBe(inputs['modelName'] ?? 'chatOpenAI')
    // Two pairs of answers, each judged in both orders.
    const { nodes } = await send('GET', `/spend?chatflowId=${flowId}`)
    expect(nodes).toContainEqual(expect.objectContaining({ name: 'Judge', calls: 4 }))
    expect(judged.summary.asked).toBe(4 + 4)
    // Who always prefers what stands first prefers nothing.
    say = (prompt) => {
      count += 1
      return prompt.includes('You compare two answers') ? 'FIRST' : `Answer ${count}`
    }
    const tied = await compared({ chatflowId: flowId, base: 1, answers: 1, judge })
    expect(tied.items[0]).toMatchObject({ verdict: 'same', judged: { base: 0, candidate: 0, tie: 2 } })
  })

  test('a judge that does not answer loses nothing: answers are told apart as without one, and the reason is said', async () => {
    let count = 0
    const judge = { node: 'chatOpenAI', credential: settings['FLOWISE_CREDENTIAL_ID'], inputs: settings }
    say = (prompt) => {
      if (prompt.includes('You compare two answers')) return undefined
      count += 1
      return `${prompt.includes('Briefly') ? 'brief' : 'long'} ${count}`
    }
    const flowId = await createFlow()
    await send('POST', `/prediction/${flowId}`, { question: 'one', chatId: 'one' })
    await saveWith(flowId, 'Answer {{question}}', 'Briefly: {{question}}')
    const { FLOWISE_CREDENTIAL_ID: _, ...inputs } = settings
    const { items, summary } = await compared({ chatflowId: flowId, base: 1, answers: 1, judge: { ...judge, inputs } })
    expect(items).toMatchObject([
      { verdict: 'unclear', judged: null, reason: expect.stringMatching(/^The judge didn't/) },
    ])
    expect(summary.asked).toBeGreaterThan(0)
  })

  test('what it came to before it broke off is kept, case by case', async () => {
    say = () => 'good'
    const flowId = await createFlow()
    const setId = await withSet(flowId, ['lamps', 'doors'])
    const { query } = server.database
    await query.updateTable('test_turn').set({ checks: 'spoiled' }).where('question', '=', 'doors').execute()
    const { id } = await send('POST', '/comparisons', { chatflowId: flowId, base: 1, setId })
    const ended = await vi.waitFor(async () => {
      const body = await send('GET', `/comparisons/${id}`)
      expect(body.state).toBe('failed')
      return body as Compared
    }, PATIENCE)
    expect(ended).toMatchObject({
      reason: expect.stringContaining('spoiled'),
      summary: { cases: 2, done: 1, same: 1, conclusion: null },
      items: [{ name: 'lamps', verdict: 'same' }],
    })
    await query.updateTable('test_turn').set({ checks: '[]' }).where('question', '=', 'doors').execute()
  })

  test('several are done side by side, and one that is deleted asks no more and leaves nothing', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    say = () => 'good'
    hold = (prompt) => (prompt.includes('lamps') ? held : undefined)
    const flowId = await createFlow()
    const setId = await withSet(flowId, ['lamps', 'doors'])
    const quickId = await withSet(flowId, ['keys'], 'Quick')
    asked = []
    const { id } = await send('POST', '/comparisons', { chatflowId: flowId, base: 1, setId })
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), PATIENCE)
    // A comparison that waits for its model keeps no other waiting.
    expect((await compared({ chatflowId: flowId, base: 1, setId: quickId })).summary.done).toBe(1)
    expect(await send('DELETE', `/comparisons/${id}`)).toEqual({ isDeleted: true })
    release()
    hold = () => undefined
    const runs = () => server.database.query.selectFrom('run').select('id').where('chat_id', '=', id).execute()
    await vi.waitFor(async () => expect(await runs()).toEqual([]), PATIENCE)
    expect(asked.filter((prompt) => prompt.includes('doors'))).toEqual([])
  })

  test('one that shows no regression lets a held version answer, and a limit for tests leaves the rest unclear', async () => {
    say = () => 'good'
    const flowId = await createFlow()
    const setId = await withSet(flowId, ['lamps'])
    await send('PUT', `/chatflows/${flowId}`, { gate: 'block' })
    expect(await saveWith(flowId, 'Answer {{question}}', 'Briefly: {{question}}')).toMatchObject({ liveVersion: 1 })
    const other = await createFlow()
    const otherSet = await withSet(other, ['lamps'])
    await saveWith(other, 'Answer {{question}}', 'Briefly: {{question}}')
    const { id } = await send('POST', '/limits', { scope: 'tests', period: 'day', unit: 'tokens', amount: 1 })
    // Another process hears of a limit within a second.
    await vi.waitFor(async () => {
      const heard = await compared({ chatflowId: other, setId: otherSet })
      expect(heard.summary.conclusion).not.toBe('no-regression')
    }, PATIENCE)
    const limited = await compared({ chatflowId: flowId, setId })
    expect(limited.summary.conclusion).not.toBe('no-regression')
    expect(await send('GET', `/chatflows/${flowId}`)).toMatchObject({ liveVersion: 1 })
    await send('DELETE', `/limits/${id}`)
    await vi.waitFor(async () => {
      const { summary } = await compared({ chatflowId: flowId, setId })
      expect(summary).toMatchObject({ same: 1, conclusion: 'no-regression' })
    }, PATIENCE)
    await vi.waitFor(
      async () => expect(await send('GET', `/chatflows/${flowId}`)).toMatchObject({ liveVersion: 2 }),
      PATIENCE,
    )
  })

  test('what is not there is refused, and one can be deleted', async () => {
    const flowId = await createFlow()
    const other = await withSet(await createFlow(), ['lamps'])
    const status = async (body: object) => (await server.send('POST', '/api/v1/comparisons', body)).status
    expect(await status({ chatflowId: 'none' })).toBe(404)
    expect(await status({ chatflowId: flowId, base: 7 })).toBe(404)
    expect(await status({ chatflowId: flowId, setId: other })).toBe(404)
    expect(await status({ chatflowId: flowId, setId: other, answers: 3 })).toBe(400)
    const { id } = await compared({ chatflowId: flowId })
    expect(await send('DELETE', `/comparisons/${id}`)).toEqual({ isDeleted: true })
    expect((await server.send('GET', `/api/v1/comparisons/${id}`)).status).toBe(404)
  })
})
