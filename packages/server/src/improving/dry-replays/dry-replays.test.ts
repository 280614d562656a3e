import type { DryReplay } from '@chatwright/contract'
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { describeOnBothDatabases, testServer, type TestServer } from '../../../testing/test-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let vendor: Server
let vendorUrl: string
let asked = 0

beforeAll(async () => {
  // Answers by what it is asked: equal requests are answered alike.
  vendor = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked += 1
      const { messages, temperature } = JSON.parse(body) as { messages: unknown; temperature: unknown }
      const content = createHash('sha256')
        .update(JSON.stringify([messages, temperature]))
        .digest('hex')
        .slice(0, 8)
      response.setHeader('content-type', 'text/event-stream')
      const frame = (value: object) => response.write(`data: ${JSON.stringify({ id: 'x', ...value })}\n\n`)
      frame({ choices: [{ index: 0, delta: { role: 'assistant', content } }] })
      frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      frame({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 } })
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`
})
afterAll(() => vendor.close())

const driver = (server: TestServer) => {
  const path = (flowId: string) => `/api/v1/chatflows/${flowId}`
  const flow = async (flowId: string) => (await server.send('GET', path(flowId))).body
  return {
    flow,
    ask: async (flowId: string, question: string, chatId = question): Promise<string> => {
      const { status, text, body } = await server.send('POST', `/api/v1/prediction/${flowId}`, { question, chatId })
      expect(status, text).toBe(200)
      return body.text
    },
    change: (flowId: string, body: object) => server.send('PUT', path(flowId), body),
    saveWith: async (flowId: string, before: string, after: string) => {
      const { flowData } = await flow(flowId)
      expect(flowData).toContain(before)
      const { status, text, body } = await server.send('PUT', path(flowId), {
        flowData: flowData.replaceAll(before, after),
      })
      expect(status, text).toBe(200)
      return body
    },
    replayed: (flowId: string, version: number): Promise<DryReplay> =>
      vi.waitFor(async () => {
        const { body } = await server.send('GET', `${path(flowId)}/dry-replay`)
        expect(body, JSON.stringify(body)).toMatchObject({ state: 'done', version })
        return body as DryReplay
      }, PATIENCE),
  }
}

/** A model that is told the question, and a reply that says what it said. */
const twoSteps = async (server: TestServer) =>
  createAgentFlow(server, {
    steps: {
      llmAgentflow_0: {
        llmModel: 'chatOpenAI',
        llmModelConfig: { llmModel: 'chatOpenAI', ...(await chosenModel(server, vendorUrl)) },
        llmEnableMemory: false,
        llmMessages: [{ role: 'user', content: 'Answer {{question}}' }],
      },
      directReplyAgentflow_0: { directReplyMessage: 'It says {{llmAgentflow_0}}' },
    },
    edges: ['startAgentflow_0 > llmAgentflow_0', 'llmAgentflow_0 > directReplyAgentflow_0'],
  })

describeOnBothDatabases('A save', (start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  test('tells of the recorded answers which are proved unchanged, which differ and what it costs to know the rest', async () => {
    const { ask, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    for (const question of ['one', 'two', 'three']) await ask(flowId, question)
    const before = asked

    // A label changes nothing of what is answered.
    const renamed = await saveWith(flowId, '"label":"directReplyAgentflow_0"', '"label":"The end"')
    expect(await replayed(flowId, renamed.version)).toMatchObject({
      total: 3,
      same: 3,
      different: 0,
      open: 0,
      items: [],
    })

    // Other words after the model are known without asking it.
    const reworded = await saveWith(flowId, 'It says', 'It said')
    const different = await replayed(flowId, reworded.version)
    expect(different).toMatchObject({ total: 3, same: 0, different: 3, open: 0, priceMicro: 0 })
    expect(different.items.map(({ question }) => question)).toEqual(['three', 'two', 'one'])

    // Another prompt is only known by asking.
    const prompted = await saveWith(flowId, 'Answer {{question}}', 'Briefly: {{question}}')
    const open = await replayed(flowId, prompted.version)
    expect(open).toMatchObject({ same: 0, different: 0, open: 3, unpriced: [] })
    expect(open.reached).toEqual([{ nodeId: 'llmAgentflow_0', label: 'llmAgentflow_0', count: 3 }])
    expect(open.priceMicro).toBeGreaterThan(0)
    expect(asked, 'nobody was asked').toBe(before)
  })

  test('waits behind a gate that blocks until every recorded answer is proved unchanged; a person may publish it anyway', async () => {
    const { ask, change, flow, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    await ask(flowId, 'one')
    expect((await change(flowId, { gate: 'block' })).body).toMatchObject({ gate: 'block', publish: 'save' })

    const reworded = await saveWith(flowId, 'It says', 'It said')
    expect(reworded).toMatchObject({ version: 2, liveVersion: 1 })
    expect(await replayed(flowId, 2)).toMatchObject({ isHeld: true, different: 1, liveVersion: 1, gate: 'block' })
    expect(await ask(flowId, 'again')).toContain('It says')
    const published = await server.send('POST', `/api/v1/chatflows/${flowId}/versions/2/publish`)
    expect(published.body).toMatchObject({ version: 2, liveVersion: 2 })
    expect(await ask(flowId, 'after')).toContain('It said')

    // Where the nodes stand is nothing to wait for.
    const { flowData } = await flow(flowId)
    const moved = JSON.parse(flowData)
    moved.nodes[1].position.x += 10
    expect((await change(flowId, { flowData: JSON.stringify(moved) })).body).toMatchObject({
      version: 3,
      liveVersion: 3,
    })
    await replayed(flowId, 3)
  })

  test('runs the tests of the flow too, and one that fails now keeps the version back', async () => {
    const { ask, change, flow, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    await ask(flowId, 'one')
    const { items: runs } = (await server.send('GET', `/api/v1/runs?chatflowId=${flowId}`)).body
    const keep = async (name: string, text: string) => {
      const checks = [{ kind: 'contains', text }]
      return (await server.send('POST', '/api/v1/tests/keep', { runId: runs[0].id, name, checks })).body
    }
    const good = await keep('Says it', 'It says')
    const failing = await keep('Failed ever since', 'Never said')
    await server.send('POST', `/api/v1/tests/${good.setId}/cases`, { turns: [{ question: 'Not recorded' }] })
    await change(flowId, { gate: 'block' })

    await saveWith(flowId, '"label":"directReplyAgentflow_0"', '"label":"The end"')
    expect((await replayed(flowId, 2)).tests).toMatchObject({
      total: 2,
      passed: 1,
      failed: 1,
      unproved: 0,
      items: [{ name: 'Failed ever since', verdict: 'failed', setId: good.setId }],
    })
    // What fails as it did when it was kept is no change.
    await vi.waitFor(async () => expect(await flow(flowId)).toMatchObject({ version: 2, liveVersion: 2 }), PATIENCE)

    await server.send('DELETE', `/api/v1/chatmessage/${flowId}?chatId=one`)
    await saveWith(flowId, 'It says', 'It said')
    const reworded = await replayed(flowId, 3)
    expect(reworded).toMatchObject({ total: 0, isHeld: true, tests: { passed: 0, failed: 2 } })
    await saveWith(flowId, 'It said', 'It says, again:')
    const passing = await replayed(flowId, 4)
    expect(passing.tests).toMatchObject({ passed: 1, failed: 1 })
    expect(passing).toMatchObject({ isHeld: true, liveVersion: 2 })
    await server.send('DELETE', `/api/v1/tests/${good.setId}/cases/${failing.id}`)
    await server.send('POST', `/api/v1/chatflows/${flowId}/dry-replay`)
    await vi.waitFor(async () => expect(await flow(flowId)).toMatchObject({ version: 4, liveVersion: 4 }), PATIENCE)
  })
})

describe('A save, whichever database keeps it', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  test('answers at once where the gate is off or only warns, and tells what it changed', async () => {
    const { ask, change, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    await ask(flowId, 'one')
    expect(await saveWith(flowId, 'It says', 'It said')).toMatchObject({ gate: 'off', version: 2, liveVersion: 2 })
    await change(flowId, { gate: 'warn' })
    expect(await saveWith(flowId, 'It said', 'It will say')).toMatchObject({ version: 3, liveVersion: 3 })
    expect(await replayed(flowId, 3)).toMatchObject({ gate: 'warn', isHeld: false, different: 1, liveVersion: 3 })
    expect(await ask(flowId, 'again')).toContain('It will say')
  })

  test('that is proved unchanged goes through the gate by itself', async () => {
    const { ask, change, flow, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    await ask(flowId, 'one')
    await change(flowId, { gate: 'block' })
    expect(await saveWith(flowId, '"label":"directReplyAgentflow_0"', '"label":"The end"')).toMatchObject({
      liveVersion: 1,
    })
    await replayed(flowId, 2)
    await vi.waitFor(async () => expect(await flow(flowId)).toMatchObject({ version: 2, liveVersion: 2 }), PATIENCE)
  })

  test('behind a gate with nothing recorded stays back: missing is never a pass', async () => {
    const { change, saveWith, replayed, flow } = driver(server)
    const flowId = await twoSteps(server)
    await change(flowId, { gate: 'block' })
    await saveWith(flowId, 'It says', 'It said')
    expect(await replayed(flowId, 2)).toMatchObject({ total: 0, isHeld: true })
    expect(await flow(flowId)).toMatchObject({ version: 2, liveVersion: 1 })
  })

  test('drops the replay of the save before, and drafts are not replayed', async () => {
    const { ask, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    for (const question of ['one', 'two']) await ask(flowId, question)
    const { flowData } = await driver(server).flow(flowId)
    await server.send('POST', `/api/v1/internal-prediction/${flowId}`, {
      question: 'draft',
      draft: flowData.replace('It says', 'Drafted'),
    })
    await saveWith(flowId, 'It says', 'It said')
    await saveWith(flowId, 'It said', 'It says')
    expect(await replayed(flowId, 3)).toMatchObject({ total: 2, same: 2 })
    const { body } = await server.send('POST', `/api/v1/chatflows/${flowId}/dry-replay`)
    expect(body).toMatchObject({ version: 3, state: 'running' })
    expect(await replayed(flowId, 3)).toMatchObject({ total: 2, same: 2 })
  })

  test('of a conversation is replayed turn by turn, each on the turns before it', async () => {
    const { ask, saveWith, replayed } = driver(server)
    const flowId = await createConversation(server, {
      vendorUrl,
      inputs: { conversationChain_0: { systemMessagePrompt: 'Be brief.' } },
    })
    for (const question of ['one', 'two', 'three']) await ask(flowId, question, 'c1')
    const renamed = await saveWith(flowId, '"label":"Conversation Chain"', '"label":"Talk"')
    expect(await replayed(flowId, renamed.version)).toMatchObject({ total: 3, same: 3 })
    const changed = await saveWith(flowId, 'Be brief.', 'Be long.')
    expect(await replayed(flowId, changed.version)).toMatchObject({ total: 3, open: 3 })
  })

  test('uses the thread of the save before; one that fails takes it along and says why', async () => {
    const { ask, change, flow, saveWith, replayed } = driver(server)
    const flowId = await twoSteps(server)
    await ask(flowId, 'one')
    await saveWith(flowId, 'It says', 'It said')
    await replayed(flowId, 2)
    let threads = 0
    const count = () => (threads += 1)
    process.on('worker', count)
    try {
      await saveWith(flowId, 'It said', 'It says')
      expect(await replayed(flowId, 3)).toMatchObject({ same: 1 })
      expect(threads).toBe(0)

      const { flowData } = await flow(flowId)
      await change(flowId, { flowData: JSON.stringify({ ...JSON.parse(flowData), nodes: [], edges: [] }) })
      await vi.waitFor(async () => {
        const { body } = await server.send('GET', `/api/v1/chatflows/${flowId}/dry-replay`)
        expect(body).toMatchObject({ version: 4, state: 'failed', reason: 'This flow is empty.' })
      }, PATIENCE)
      await change(flowId, { flowData })
      expect(await replayed(flowId, 5)).toMatchObject({ same: 1 })
      expect(threads).toBe(1)
    } finally {
      process.off('worker', count)
    }
  })

  test('what is proved unchanged is answered the same when it is asked again, in each of 25 answers of 5 changed flows', async () => {
    const { ask, change, flow, replayed } = driver(server)
    const counts = { same: 0, different: 0, open: 0 }
    const settings = await chosenModel(server, vendorUrl)
    for (let seed = 0; seed < 5; seed += 1) {
      const model = (index: number, told: string) => ({
        llmModel: 'chatOpenAI',
        llmModelConfig: { llmModel: 'chatOpenAI', ...settings, temperature: seed % 2 },
        llmEnableMemory: false,
        llmMessages: [{ role: 'user', content: `Say ${index} of {{question}}${told}` }],
      })
      const flowId = await createAgentFlow(server, {
        steps: {
          llmAgentflow_0: model(seed % 3, ''),
          llmAgentflow_1: model(1, seed % 3 === 0 ? ' after {{llmAgentflow_0}}' : ''),
          directReplyAgentflow_0: { directReplyMessage: 'So {{llmAgentflow_1}}' },
        },
        edges: [
          'startAgentflow_0 > llmAgentflow_0',
          'llmAgentflow_0 > llmAgentflow_1',
          'llmAgentflow_1 > directReplyAgentflow_0',
        ],
      })
      const questions = [1, 2, 3, 4, 5].map((number) => `q${seed}.${number}`)
      const before = await Promise.all(questions.map((question) => ask(flowId, question)))
      const drawn = JSON.parse((await flow(flowId)).flowData) as {
        nodes: { id: string; data: { label: string; inputs: Record<string, unknown> } }[]
      }
      const inputs = (id: string) => drawn.nodes.find((node) => node.id === id)?.data.inputs ?? {}
      // What is asked first goes unheard in some of them, what is said last may say the same in other ways.
      if (seed % 4 === 0) inputs('llmAgentflow_0')['llmMessages'] = [{ role: 'user', content: 'Another: {{question}}' }]
      else if (seed % 4 === 1) inputs('directReplyAgentflow_0')['directReplyMessage'] = 'Thus {{llmAgentflow_1}}'
      else if (seed % 4 === 2) inputs('directReplyAgentflow_0')['directReplyMessage'] = 'So {{ llmAgentflow_1 }}'
      else drawn.nodes[1]!.data.label = 'Renamed'
      const { body } = await change(flowId, { flowData: JSON.stringify(drawn) })
      const told = await replayed(flowId, body.version)
      expect(told.total).toBe(questions.length)
      const after = await Promise.all(questions.map((question) => ask(flowId, question, `again ${question}`)))
      for (const [index, question] of questions.entries()) {
        const verdict = told.items.find((item) => item.question === question)?.verdict ?? 'same'
        if (verdict === 'same') expect(after[index], question).toBe(before[index])
        if (verdict === 'different') expect(after[index], question).not.toBe(before[index])
      }
      for (const verdict of ['same', 'different', 'open'] as const) counts[verdict] += told[verdict]
    }
    expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(4)
  }, 480_000)
})

test('without recording nothing is replayed, and it says so', async () => {
  const server = await testServer({ env: { RECORDING_DAYS: '0' } })
  try {
    const flowId = await createConversation(server, { vendorUrl })
    expect((await server.send('GET', `/api/v1/chatflows/${flowId}/dry-replay`)).body).toMatchObject({ state: 'off' })
    expect((await server.send('POST', `/api/v1/chatflows/${flowId}/dry-replay`)).body).toMatchObject({ state: 'off' })
    expect((await server.send('GET', '/api/v1/chatflows/none/dry-replay')).status).toBe(404)
  } finally {
    await server.close()
  }
})
