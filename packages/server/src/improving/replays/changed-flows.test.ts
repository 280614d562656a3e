import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenModel, createAgentFlow } from '../../../testing/agent-flow.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: Server
let vendorUrl: string
let asked: string[] = []

const FLOWS = 30

beforeAll(async () => {
  // Answers by what it is asked: equal requests are answered alike, others otherwise.
  vendor = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { messages, temperature } = JSON.parse(body) as { messages: unknown; temperature: unknown }
      const said = JSON.stringify([messages, temperature])
      asked.push(said)
      const content = createHash('sha256').update(said).digest('hex').slice(0, 8)
      response.setHeader('content-type', 'text/event-stream')
      const frame = (value: object) => response.write(`data: ${JSON.stringify({ id: 'x', ...value })}\n\n`)
      frame({ choices: [{ index: 0, delta: { role: 'assistant', content } }] })
      frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
      response.end('data: [DONE]\n\n')
    })
  })
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
  vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  vendor.close()
})

/** The same numbers for the same seed. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1) >>> 0
    return state % below
  }
}

/** Models in a row, each told what some of those before it said, or nothing of them. */
function draw(seed: number, model: Record<string, unknown>) {
  const next = numbersOf(seed)
  const count = 2 + next(4)
  const steps: Record<string, Record<string, unknown>> = {}
  const edges: string[] = []
  let before = 'startAgentflow_0'
  for (let index = 0; index < count; index += 1) {
    const id = `llmAgentflow_${index}`
    const told = index > 0 && next(3) > 0 ? ` after {{llmAgentflow_${next(index)}}}` : ''
    steps[id] = {
      llmModel: 'chatOpenAI',
      llmModelConfig: { llmModel: 'chatOpenAI', ...model, temperature: next(2) },
      llmEnableMemory: false,
      llmMessages: [{ role: 'user', content: `Say ${next(3)} of {{question}}${told}` }],
    }
    edges.push(`${before} > ${id}`)
    before = id
  }
  return { steps, edges, changed: `llmAgentflow_${next(count)}`, changesPrompt: next(2) === 0 }
}

/** What is in the first list and not in the second, one by one. */
function without(list: readonly string[], known: readonly string[]): string[] {
  const left = [...known]
  return list.filter((item) => {
    const at = left.indexOf(item)
    if (at === -1) return true
    left.splice(at, 1)
    return false
  })
}

test(`in ${FLOWS} flows with one node changed exactly those calls are asked anew whose request differs`, async () => {
  const settings = await chosenModel(server, vendorUrl)
  let anew = 0
  let kept = 0
  for (let seed = 1; seed <= FLOWS; seed += 1) {
    const { steps, edges, changed, changesPrompt } = draw(seed, settings)
    const flowId = await createAgentFlow(server, { steps, edges })
    asked = []
    const question = `q${seed}`
    const answer = await server.send('POST', `/api/v1/prediction/${flowId}`, { question, chatId: 'c1' })
    expect(answer.status, answer.text).toBe(200)
    const before = asked
    const { body } = await server.send('GET', `/api/v1/runs?chatflowId=${flowId}&limit=1`)
    const { body: flow } = await server.send('GET', `/api/v1/chatflows/${flowId}`)
    const drawn = JSON.parse(flow.flowData) as { nodes: { id: string; data: { inputs: Record<string, unknown> } }[] }
    const inputs = drawn.nodes.find(({ id }) => id === changed)?.data.inputs ?? {}
    const config = inputs['llmModelConfig'] as Record<string, unknown>
    if (changesPrompt) inputs['llmMessages'] = [{ role: 'user', content: 'Something else: {{question}}' }]
    else inputs['llmModelConfig'] = { ...config, temperature: 0.5 }
    const flowData = JSON.stringify(drawn)
    asked = []
    const tried = await server.send('POST', `/api/v1/runs/${body.items[0].id}/replay`, { mode: 'what-if', flowData })
    expect(tried.body, `${seed}: ${tried.text}`).toMatchObject({ status: 'done' })
    const triedAnew = asked
    // What the changed flow asks when it is run for real. As a flow of its own it has no answers that its save would replay.
    const { body: other } = await server.send('POST', '/api/v1/chatflows', {
      name: 'Changed',
      type: 'AGENTFLOW',
      flowData,
    })
    asked = []
    await server.send('POST', `/api/v1/prediction/${other.id}`, { question, chatId: 'c2' })
    expect(triedAnew.toSorted(), `flow ${seed}`).toEqual(without(asked, before).toSorted())
    anew += triedAnew.length
    kept += asked.length - triedAnew.length
  }
  expect(anew).toBeGreaterThan(FLOWS / 2)
  expect(kept).toBeGreaterThan(FLOWS / 2)
}, 600_000)
