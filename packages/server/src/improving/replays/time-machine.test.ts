import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { createConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let outside: Server
let outsideUrl: string
let received: string[]
let isBroken = false

beforeAll(async () => {
  outside = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push(`${request.method} ${body}`)
      response.statusCode = isBroken ? 500 : 200
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ number: received.length }))
    })
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  ;[vendor, server] = await Promise.all([
    startFakeVendor(),
    testServer({ env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' } }),
  ])
})
beforeEach(() => {
  received = []
  isBroken = false
  vendor.requests.length = 0
  vendor.script = { tokens: ['Hello', ' there'] }
})
afterAll(async () => {
  await server.close()
  await vendor.close()
  outside.close()
})

async function askAndFind(flowId: string, question: string): Promise<string> {
  await server.send('POST', `/api/v1/prediction/${flowId}`, { question, chatId: 'c1' })
  const { body } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)
  return String(body.items[0].id)
}
const plan = async (runId: string, changes: object) => {
  const { status, body, text } = await server.send('POST', `/api/v1/runs/${runId}/plan`, changes)
  expect(status, text).toBe(200)
  return body
}
const whatIf = async (runId: string, changes: object) => {
  const { status, body, text } = await server.send('POST', `/api/v1/runs/${runId}/replay`, {
    mode: 'what-if',
    ...changes,
  })
  expect(status, text).toBe(200)
  return body
}
const model = async (modelName = 'gpt-4o-mini') => ({
  llmModel: 'chatOpenAI',
  llmModelConfig: { llmModel: 'chatOpenAI', ...(await chosenModel(server, vendor.url)), modelName },
  llmEnableMemory: false,
})
/** Two models, the second told what the first said, after something is read outside. */
const twoModels = async () =>
  createAgentFlow(server, {
    steps: {
      httpAgentflow_0: { method: 'GET', url: `${outsideUrl}/stock` },
      llmAgentflow_0: { ...(await model()), llmMessages: [{ role: 'user', content: 'First {{question}}' }] },
      llmAgentflow_1: { ...(await model()), llmMessages: [{ role: 'user', content: 'Second {{llmAgentflow_0}}' }] },
    },
    edges: [
      'startAgentflow_0 > httpAgentflow_0',
      'httpAgentflow_0 > llmAgentflow_0',
      'llmAgentflow_0 > llmAgentflow_1',
    ],
  })

describe('a change', () => {
  test('says which calls it would ask anew and about what they cost, asking nobody', async () => {
    const runId = await askAndFind(await twoModels(), 'tea')
    const asked = vendor.requests.length
    expect(await plan(runId, {})).toMatchObject({ calls: [], priceMicro: { least: 0, most: 0 }, isOpen: false })
    const changed = await plan(runId, { question: 'coffee' })
    expect(changed.calls.map(({ how, model: name }: { how: string; model: string }) => `${how} ${name}`)).toEqual([
      'sure gpt-4o-mini',
      'maybe gpt-4o-mini',
    ])
    expect(changed.priceMicro.least).toBeGreaterThan(0)
    expect(changed.priceMicro.most).toBeGreaterThan(changed.priceMicro.least)
    expect(changed.unpriced).toEqual([])
    expect(vendor.requests).toHaveLength(asked)
    expect(received).toHaveLength(1)
  })

  test('of a model whose price nobody knows says so', async () => {
    const flowId = await createAgentFlow(server, {
      steps: {
        llmAgentflow_0: {
          ...(await model('somebody-elses-model')),
          llmMessages: [{ role: 'user', content: 'First {{question}}' }],
        },
      },
      edges: ['startAgentflow_0 > llmAgentflow_0'],
    })
    const runId = await askAndFind(flowId, 'Hi')
    const { calls, unpriced } = await plan(runId, { question: 'Ahoy' })
    expect(unpriced).toEqual(['somebody-elses-model'])
    expect(calls).toMatchObject([{ model: 'somebody-elses-model', priceMicro: null }])
  })

  test('of the question runs to another answer, which tells what it cost', async () => {
    const runId = await askAndFind(await twoModels(), 'tea')
    vendor.script = { tokens: ['Coffee it is'] }
    const result = await whatIf(runId, { question: 'coffee' })
    expect(result).toMatchObject({ status: 'done', text: 'Coffee it is', isSame: false, unpriced: [] })
    // Seven tokens read and one written, twice.
    expect(result.priceMicro).toBe(2 * Math.round(7 * 0.15 + 0.6))
    expect(JSON.stringify(vendor.requests.at(-2)?.body)).toContain('First coffee')
    expect(received, 'what was read before is still known').toHaveLength(1)
  })
})

test('one node is run alone: the others are answered from the record, and what follows from it stops', async () => {
  const runId = await askAndFind(await twoModels(), 'tea')
  const asked = vendor.requests.length
  vendor.script = { tokens: ['Another'] }
  const only = ['llmAgentflow_0']
  const result = await whatIf(runId, { again: only, only })
  expect(vendor.requests).toHaveLength(asked + 1)
  expect(result).toMatchObject({ status: 'stopped', stopped: { why: 'never-made' } })
  expect(result.calls.filter(({ grade }: { grade: string }) => grade === 'recomputed')).toMatchObject([
    { kind: 'model' },
  ])
})

test('it runs from a node on: that one is asked anew though nothing changed, and so is what follows', async () => {
  const runId = await askAndFind(await twoModels(), 'tea')
  const asked = vendor.requests.length
  vendor.script = { tokens: ['Another'] }
  expect(await whatIf(runId, { again: ['llmAgentflow_0'] })).toMatchObject({ status: 'done', text: 'Another' })
  expect(vendor.requests).toHaveLength(asked + 2)
})

test('a step that reads outside by itself is asked anew too, and pinned', async () => {
  const runId = await askAndFind(await twoModels(), 'tea')
  const result = await whatIf(runId, { again: ['httpAgentflow_0'] })
  expect(received).toHaveLength(2)
  expect(result.calls[0]).toMatchObject({ kind: 'http', grade: 'today', nodeId: 'httpAgentflow_0' })
  const answer = { data: {}, status: 200, statusText: 'OK', headers: {} }
  const pinned = await whatIf(runId, { answers: [{ nodeId: 'httpAgentflow_0', result: answer }] })
  expect(pinned.calls[0]).toMatchObject({ kind: 'http', grade: 'by-hand' })
  expect(received).toHaveLength(2)
})

test.each([1, 2])('each item of a list has its own call, %d at once', async (iterationAtOnce) => {
  const flowId = await createAgentFlow(server, {
    steps: {
      iterationAgentflow_0: { iterationInput: '["tea", "coffee"]', iterationAtOnce },
      httpAgentflow_0: { method: 'POST', url: outsideUrl, bodyType: 'json', body: '{"item":"{{$iteration}}"}' },
    },
    edges: ['startAgentflow_0 > iterationAgentflow_0'],
    inside: { httpAgentflow_0: 'iterationAgentflow_0' },
  })
  const runId = await askAndFind(flowId, 'Go')
  const { items } = (await server.send('GET', `/api/v1/runs/${runId}/calls`)).body
  const asked: Record<string, string> = {}
  for (const { seq, path } of items as { seq: number; path: string }[]) {
    const { body } = await server.send('GET', `/api/v1/runs/${runId}/calls/${seq}`)
    asked[path] = body.request.body
  }
  expect(asked).toEqual({
    'iterationAgentflow_0@0/0/httpAgentflow_0@0': '{"item":"tea"}',
    'iterationAgentflow_0@0/1/httpAgentflow_0@0': '{"item":"coffee"}',
  })
})

test('a pinned value stands for whatever a node is asked', async () => {
  const runId = await askAndFind(await twoModels(), 'tea')
  const asked = vendor.requests.length
  vendor.script = { tokens: ['After the pin'] }
  const answers = [{ nodeId: 'llmAgentflow_0', result: 'Pinned words' }]
  expect(await whatIf(runId, { question: 'coffee', answers })).toMatchObject({ text: 'After the pin' })
  expect(vendor.requests).toHaveLength(asked + 1)
  expect(JSON.stringify(vendor.requests.at(-1)?.body)).toContain('Second Pinned words')
})

test('from the failed step it goes on with the mended flow, without paying for what went well', async () => {
  const steps = async (path: string) => ({
    llmAgentflow_0: { ...(await model()), llmMessages: [{ role: 'user', content: 'First {{question}}' }] },
    httpAgentflow_0: { method: 'GET', url: `${outsideUrl}/${path}` },
    directReplyAgentflow_0: { directReplyMessage: 'Found {{httpAgentflow_0}}' },
  })
  const edges = [
    'startAgentflow_0 > llmAgentflow_0',
    'llmAgentflow_0 > httpAgentflow_0',
    'httpAgentflow_0 > directReplyAgentflow_0',
  ]
  const flowId = await createAgentFlow(server, { steps: await steps('gone'), edges })
  isBroken = true
  const runId = await askAndFind(flowId, 'tea')
  expect((await server.send('GET', `/api/v1/runs/${runId}`)).body.status).toBe('failed')
  const asked = vendor.requests.length
  // As it was, the record says how it failed; made again, it may go well.
  isBroken = false
  expect(await whatIf(runId, {})).toMatchObject({ status: 'failed' })
  expect(await whatIf(runId, { failedAgain: true })).toMatchObject({ status: 'done' })
  // And with the flow as it is saved by now.
  const { body: flow } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
  const flowData = String(flow.flowData).replaceAll('/gone', '/here')
  expect((await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData })).status).toBe(200)
  const mended = await whatIf(runId, { isMended: true, failedAgain: true })
  expect(mended).toMatchObject({ status: 'done' })
  expect(mended.text).toContain('Found')
  expect(vendor.requests, 'the model was paid before').toHaveLength(asked)
})

test('a run is drawn as it was, a draft too', async () => {
  const flowId = await createConversation(server, { vendorUrl: vendor.url })
  const runId = await askAndFind(flowId, 'Hi')
  const { body: then } = await server.send('GET', `/api/v1/runs/${runId}/flow`)
  expect(then).toMatchObject({ id: flowId, isCurrent: true })
  expect(then.nodes.length).toBeGreaterThan(2)
  const { body: flow } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
  const changed = JSON.parse(flow.flowData) as { nodes: { data: { label: string } }[] }
  for (const { data } of changed.nodes) data.label = `New ${data.label}`
  await server.send('PUT', `/api/v1/chatflows/${flowId}`, { flowData: JSON.stringify(changed) })
  const { body: now } = await server.send('GET', `/api/v1/runs/${runId}/flow`)
  expect(now.isCurrent).toBe(false)
  expect(now.flowData).toBe(then.flowData)
  expect((await server.send('GET', '/api/v1/runs/none/flow')).status).toBe(404)
})
