import { afterAll, beforeAll, test } from 'vitest'
import { expectNoFault, expectRefusal } from '../testing/expect-refusal.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const inject = (method: 'POST' | 'PUT' | 'GET', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: { host: 'localhost' }, ...(payload && { payload }) })
const create = (flowData: string, columns: object = {}) =>
  inject('POST', '/api/v1/chatflows', { name: 'x', flowData, ...columns })

const deepList = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

test.each([
  ['in the flow', `{"nodes":[],"edges":[],"x":${deepList}}`],
  ['in a node', `{"nodes":[{"id":"a","data":{"id":"a","name":"a","inputs":{"x":${deepObject}}}}],"edges":[]}`],
  ['as the nodes', `{"nodes":${deepList},"edges":[]}`],
  ['as the whole', deepObject],
])('a drawing nested a hundred thousand deep %s is refused', async (_, flowData) => {
  expectRefusal(await create(flowData), 'create')
  const file = { chatmessages: [], chatflows: [{ id: 'deep', name: 'deep', flowData }], apikeys: [] }
  expectRefusal(await inject('POST', '/api/v1/database/load', file), 'import')
})

test.each(['chatbotConfig', 'apiConfig', 'analytic', 'speechToText', 'textToSpeech', 'followUpPrompts'])(
  'settings (%s) nested a hundred thousand deep break nothing',
  async (name) => {
    const answer = await create('{"nodes":[],"edges":[]}', { [name]: deepObject, isPublic: true })
    expectNoFault(answer, 'create')
    if (answer.statusCode !== 200) return
    const { id } = answer.json<{ id: string }>()
    for (const path of ['chatflows', 'public-chatbotConfig', 'public-chatflows', 'chatflows-uploads', 'flow-config']) {
      expectNoFault(await inject('GET', `/api/v1/${path}/${id}`), path)
    }
    expectNoFault(await inject('POST', `/api/v1/prediction/${id}`, { question: 'x' }), 'prediction')
  },
)

const node = (id: string) => ({
  id,
  type: 'customNode',
  position: { x: 0, y: 0 },
  data: {
    id,
    name: 'conversationChain',
    label: id,
    type: 'ConversationChain',
    version: 1,
    baseClasses: ['ConversationChain'],
    category: 'Chains',
    inputParams: [],
    inputAnchors: [],
    inputs: {},
    outputAnchors: [],
    outputs: {},
  },
})
const edge = (source: string, target: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle: `${source}-output-x-BaseChatModel`,
  targetHandle: `${target}-input-model-BaseChatModel`,
})
const chain = Array.from({ length: 5000 }, (_, i) => `n_${i}`)

test.each([
  ['a chain of 5,000', { nodes: chain.map(node), edges: chain.slice(1).map((id, i) => edge(chain[i] ?? '', id)) }],
  ['a cycle', { nodes: [node('a_0'), node('b_0')], edges: [edge('a_0', 'b_0'), edge('b_0', 'a_0')] }],
  ['an edge to itself', { nodes: [node('a_0')], edges: [edge('a_0', 'a_0')] }],
  ['an edge to nowhere', { nodes: [node('a_0')], edges: [edge('a_0', 'gone_0'), edge('gone_1', 'a_0')] }],
  ['the same id twice', { nodes: [node('a_0'), node('a_0')], edges: [] }],
  [
    'ids that are names of the language',
    { nodes: [node('__proto__'), node('constructor')], edges: [edge('__proto__', 'constructor')] },
  ],
])('%s is saved or refused, and asking it says what is wrong', async (_, flow) => {
  const created = await create(JSON.stringify(flow))
  expectNoFault(created, 'create')
  if (created.statusCode !== 200) return
  const { id } = created.json<{ id: string }>()
  for (const path of ['prediction', 'internal-prediction', 'vector/upsert']) {
    expectRefusal(await inject('POST', `/api/v1/${path}/${id}`, { question: 'x' }), path)
  }
  for (const path of ['chatflows', 'flow-config', 'chatflows-uploads', 'public-chatbotConfig']) {
    expectNoFault(await inject('GET', `/api/v1/${path}/${id}`), path)
  }
})
