import { loadCatalogue } from '@chatwright/nodes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { drawOlderFlow } from '../../../testing/older-flow.ts'
import { answerAtEdge, edge } from '../../../testing/recorded-edge.ts'
import { testServer, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
/** As a file of the older product calls its nodes. */
let olderFlow: string
let flowId: string

const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  server.send(method, `/api/v1${path}`, body)
const ask = (overrideConfig: object) => send('POST', `/prediction/${flowId}`, { question: 'Hi', overrideConfig })
const stored = async () => (await send('GET', `/chatflows/${flowId}`)).body
const readPrompt = (): string => edge.calls.at(-1)?.body ?? ''

beforeAll(async () => {
  server = await testServer({ dispatch: answerAtEdge })
  const credential = await send('POST', '/credentials', {
    name: 'Key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-test' },
  })
  const { nodes } = await loadCatalogue()
  const flow = drawOlderFlow(nodes, {
    nodes: {
      chatOpenAI_0: { credential: credential.body.id, modelName: 'gpt-4o-mini' },
      openAIEmbeddings_0: { credential: credential.body.id },
      bufferMemory_0: {},
      calculator_0: {},
      plainText_0: { text: 'Cats purr.' },
      qdrant_0: { qdrantServerUrl: 'https://qdrant.example', qdrantCollection: 'cats' },
      toolAgent_0: { systemMessage: 'As stored.' },
    },
    edges: [
      'chatOpenAI_0 > toolAgent_0.model',
      'bufferMemory_0 > toolAgent_0.memory',
      'calculator_0 > toolAgent_0.tools',
      'plainText_0 > qdrant_0.document',
      'openAIEmbeddings_0 > qdrant_0.embeddings',
    ],
  })
  olderFlow = JSON.stringify(flow)
    .replaceAll('toolAgent', 'openAIFunctionAgent')
    .replaceAll(/qdrant_0|"qdrant"/g, (text) => text.replace('qdrant', 'qdrantUpsert'))
  const opened = { openAIFunctionAgent_0: [{ name: 'systemMessage', enabled: true }] }
  const apiConfig = JSON.stringify({ overrideConfig: { status: true, nodes: opened } })
  const created = await send('POST', '/chatflows', { name: 'Older', flowData: olderFlow, apiConfig })
  flowId = created.body.id
})
afterAll(() => server.close())
beforeEach(() => {
  edge.calls.length = 0
})

const byFormerId = { systemMessage: { openAIFunctionAgent_0: 'By its former id.' } }

test('a request means a node by its former id, where the owner opened it under that id', async () => {
  expect(await ask(byFormerId)).toMatchObject({ status: 200 })
  expect(readPrompt()).toContain('By its former id.')
})

test('the former id stays when the flow is saved again, by a program or from the canvas', async () => {
  const { flowData, version } = await stored()
  await send('PUT', `/chatflows/${flowId}`, { flowData: flowData.replace('As stored.', 'As saved.'), version })
  await ask(byFormerId)
  expect(readPrompt()).toContain('By its former id.')
  const { version: newer } = await stored()
  expect(await send('PUT', `/chatflows/${flowId}`, { flowData: olderFlow, version: newer })).toMatchObject({
    status: 200,
  })
  await ask(byFormerId)
  expect(readPrompt()).toContain('By its former id.')
})

test('a reference by a former id means the node when the flow is saved', async () => {
  const { flowData, version } = await stored()
  const speaking = flowData.replace(/As \w+\./, 'See {{openAIFunctionAgent_0.data.instance}}.')
  const saved = await send('PUT', `/chatflows/${flowId}`, { flowData: speaking, version })
  expect(saved.body.flowData.includes('See {{toolAgent_0.data.instance}}.')).toBe(true)
  await send('PUT', `/chatflows/${flowId}`, { flowData, version: saved.body.version })
})

test('what names no node is refused with the ids there are, and nothing is asked', async () => {
  const { status, body } = await ask({ systemMessage: { toolAgent_7: 'x' } })
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: 'No node of this flow that takes "systemMessage" has the id "toolAgent_7". Use one of: toolAgent_0.',
  })
  expect(edge.calls).toEqual([])
})

test('a store is meant by its former id when documents are loaded', async () => {
  const load = (stopNodeId: string) => send('POST', `/vector/upsert/${flowId}`, { stopNodeId })
  await load('qdrantUpsert_0')
  expect(edge.calls.map(({ host }) => host)).toContain('qdrant.example')
  expect((await load('qdrantUpsert_7')).body.message).toContain('qdrant_0')
})
