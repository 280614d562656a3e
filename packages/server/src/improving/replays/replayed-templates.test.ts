import type { Flow } from '@chatwright/core'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenModel, withModel } from '../../../testing/agent-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
let vendor: FakeVendor
let settings: Record<string, unknown>

const QUESTIONS = ['How many days of holiday do I have?', '3d6+2', 'What is the weather in Rome?', 'And tomorrow?']

beforeAll(async () => {
  ;[vendor, server] = await Promise.all([startFakeVendor(), testServer()])
  settings = await chosenModel(server, vendor.url)
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

function connected(text: string): string {
  const flow = withModel(JSON.parse(text), settings) as Flow
  for (const { data } of flow.nodes) {
    // Nobody waits for a model on this machine that is not there.
    if ('baseUrl' in data.inputs) data.inputs['baseUrl'] = vendor.url
    if (!('basepath' in data.inputs)) continue
    data.credential = String(settings['FLOWISE_CREDENTIAL_ID'])
    data.inputs['basepath'] = vendor.url
  }
  return JSON.stringify(flow)
}

/** What was told of each call, whatever was told in between: calls that overlapped end in any order. */
function perCall(events: readonly Record<string, unknown>[]): Map<string, string[]> {
  const calls = new Map<string, string[]>()
  for (const { type, at: _, durationMs: __, callId, parentCallId: ___, ...told } of events) {
    if (!String(type).startsWith('node-')) continue
    // A number in its name is its place among all calls.
    const name = String(callId).replaceAll(/#\d+/g, '')
    // How long a step took is another thing each time.
    const text = `${String(type)} ${JSON.stringify(told).replace(/timeMetadata.*?\}/, '')}`
    calls.set(name, [...(calls.get(name) ?? []), text])
  }
  for (const told of calls.values()) told.sort()
  return calls
}

test('runs of the templates replay with the same events per call, asking nobody', async () => {
  const { body: templates } = await server.send('GET', '/api/v1/marketplaces/templates')
  const durations: number[] = []
  const different: object[] = []
  const ran = new Set<string>()
  for (const { id, type } of templates as { id: string; type: string }[]) {
    if (type === 'Tool') continue
    const template = await server.send('GET', `/api/v1/marketplaces/templates/${id}`)
    const flowData = connected(template.body.flowData)
    const flow = await server.send('POST', '/api/v1/chatflows', {
      name: id,
      flowData,
      ...(id.startsWith('steps-') && { type: 'AGENTFLOW' }),
    })
    if (/"builtInVectorStore|"memoryVectorStore/.test(flowData)) {
      await server.send('POST', `/api/v1/vector/upsert/${flow.body.id}`, {})
    }
    for (const [index, question] of QUESTIONS.entries()) {
      const chatId = `chat-${Math.floor(index / 2)}`
      await server.send('POST', `/api/v1/prediction/${flow.body.id}`, { question, chatId })
    }
    const { items } = (await server.send('GET', `/api/v1/runs?chatflowId=${flow.body.id}&limit=50`)).body
    for (const run of items as { id: string; status: string }[]) {
      const { events } = (await server.send('GET', `/api/v1/runs/${run.id}`)).body
      const asked = vendor.requests.length
      const replayed = await server.send('POST', `/api/v1/runs/${run.id}/replay`, { mode: 'replay' })
      expect(replayed.status, `${id}: ${replayed.text}`).toBe(200)
      const { status, stopped, isSame, fault, durationMs } = replayed.body
      const isAsTold = isDeepStrictEqual(perCall(replayed.body.events), perCall(events))
      if (status !== run.status || !isSame || !isAsTold || vendor.requests.length !== asked) {
        different.push({ id, status, stopped, isSame, isAsTold, fault })
      }
      durations.push(durationMs)
      if (run.status !== 'failed') ran.add(id)
    }
  }
  expect(different).toEqual([])
  expect(ran.size).toBeGreaterThanOrEqual(25)
  expect(durations.length).toBeGreaterThanOrEqual(130)
}, 600_000)
