import type { FlowAccess, NodeContext, Tool, Toolkit, VectorStore } from '@chatwright/core'
import { afterEach, expect, test, vi } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { scriptedModel, scriptedTool } from '../../test/conforming-values.ts'
import { json, replay } from '../../test/replay.ts'
import { runStep, StillWaiting } from '../../test/step-turn.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import { messageText } from '../model-values/message-text.ts'
import conditionAgent from './condition-agent-agentflow.ts'
import executeFlow from './execute-flow-agentflow.ts'
import retriever from './retriever-agentflow.ts'
import toolStep from './tool-agentflow.ts'
import wait from './wait-agentflow.ts'

afterEach(() => vi.unstubAllEnvs())

const scenarios = ['Asks about a bill', 'Asks about a delivery', 'Anything else']
const judging = {
  conditionAgentInstructions: 'What is it about?',
  conditionAgentInput: 'Where is my parcel?',
  conditionAgentScenarios: scenarios.map((scenario) => ({ scenario })),
}

async function judge(answer: string, inputs: object = {}) {
  const model = scriptedModel([answer])
  const { result, turn } = await runStep(conditionAgent, {
    inputs: { conditionAgentModel: model, ...judging, ...inputs },
    run: testRun({ question: 'Where is my parcel?' }),
  })
  return { result, turn, request: model.requests[0] }
}

test.each([
  ['{"output": "asks about a DELIVERY"}', '1'],
  ['```json\n{"output": "Asks about a delivery"}\n```', '1'],
  ['I think {"output": "Asks about a bill"} fits.', '0'],
  ["{'output': 'Anything'}", '2'],
  ['{"output": "a delivery"}', '1'],
  ['{"output": "It asks about a bill, I believe"}', '0'],
  ['{"output": "the weather"}', '2'],
  ['{"output": ""}', '2'],
])('the answer %j goes on by output %s', async (answer, output) => {
  const { result } = await judge(answer)
  expect(result.taken).toEqual([output])
  expect(result.output).toMatchObject({
    content: answer,
    conditions: scenarios.map((scenario, index) => ({ output: scenario, isFulfilled: String(index) === output })),
  })
})

test('a scenario that begins with what was named goes before one that merely holds it', async () => {
  const rows = ['Asks about a bill', 'Bill is wrong', 'Else'].map((scenario) => ({ scenario }))
  const { result } = await judge('{"output": "bill"}', { conditionAgentScenarios: rows })
  expect(result.taken).toEqual(['1'])
})

test.each(['A delivery', '', '{"scenario": "Asks about a bill"}', '{"output": 1}', '[1]'])(
  'the answer %j names no scenario, and that is said',
  async (answer) => {
    expect(await rejection(judge(answer))).toMatchObject({ code: 'failed', field: 'conditionAgentModel' })
  },
)

test('the model is told the rule, shown an example, and asked last', async () => {
  const { request, result, turn } = await judge('{"output": "x"}', { conditionAgentEnableMemory: false })
  expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
  expect(JSON.parse(messageText(request?.messages.at(-1)?.content ?? ''))).toEqual({
    input: 'Where is my parcel?',
    scenarios,
    instruction: 'What is it about?',
  })
  expect(result.said).toEqual([{ role: 'user', content: 'Where is my parcel?' }])
  expect(turn.heard).toEqual([])
})

test('a system prompt of the builder stands for ours, when it is switched on', async () => {
  const own = { conditionAgentSystemPrompt: 'Choose well.' }
  const on = await judge('{"output": "x"}', { ...own, conditionAgentOverrideSystemPrompt: true })
  expect(on.request?.messages[0]).toEqual({ role: 'system', content: 'Choose well.' })
  const off = await judge('{"output": "x"}', own)
  expect(off.request?.messages[0]?.content).not.toBe('Choose well.')
})

test('without an input of its own, the question is judged', async () => {
  const { request } = await judge('{"output": "x"}', { conditionAgentInput: '' })
  expect(request?.messages.at(-1)?.content).toContain('Where is my parcel?')
})

test.each([
  ['Why is my bill so high?', '0'],
  ['When is the delivery?', '1'],
  ['Good morning', '2'],
])('without a language model %j is judged by its words: %s', async (conditionAgentInput, output) => {
  const model = scriptedModel([], { quotesOnly: true })
  const inputs = { conditionAgentModel: model, ...judging, conditionAgentInput }
  expect((await runStep(conditionAgent, { inputs })).result.taken).toEqual([output])
})

test('empty scenarios keep their place and are never chosen by the model', async () => {
  const rows = [{ scenario: '' }, { scenario: 'A bill' }, { scenario: '' }]
  const { result, request } = await judge('{"output": "bill"}', { conditionAgentScenarios: rows })
  expect(result.taken).toEqual(['1'])
  expect(request?.messages.at(-1)?.content).toContain('"scenarios":["A bill"]')
  expect(await rejection(judge('x', { conditionAgentScenarios: '' }))).toMatchObject({
    code: 'missing-input',
    field: 'conditionAgentScenarios',
  })
})

test('flows from before it had a memory go on without one', () => {
  const [migration] = conditionAgent.migrations ?? []
  expect(migration?.migrate({ a: 1 })).toEqual({ conditionAgentEnableMemory: false, a: 1 })
})

const typedTool: Tool = {
  ...scriptedTool('typed', () => ''),
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'number' },
      isOn: { type: 'boolean' },
      list: { type: 'array', items: {} },
      data: {},
    },
    required: ['text'],
  },
  call: async (input) => JSON.stringify(input),
}
const args = (values: Record<string, unknown>) =>
  Object.entries(values).map(([inputArgName, inputArgValue]) => ({ inputArgName, inputArgValue }))

test('a tool is given its arguments in the types that it asks for', async () => {
  const given = {
    text: '["no", "data"]',
    count: '2.5',
    isOn: 'true',
    list: String.raw`\["a", "b"\]`,
    data: String.raw`{\"a\": 1}`,
    '': 'nameless',
  }
  const inputs = { toolAgentflowSelectedTool: typedTool, toolInputArgs: args(given) }
  const { result, turn } = await runStep(toolStep, { inputs })
  const content = JSON.stringify({ text: '["no", "data"]', count: 2.5, isOn: true, list: ['a', 'b'], data: { a: 1 } })
  expect(result.output).toEqual({ content })
  expect(result.input).toMatchObject({ selectedTool: 'typed' })
  expect(turn.calls).toMatchObject([{ key: 'tool:0', label: 'typed', effect: 'writes' }])
  expect(turn.heard).toEqual([{ type: 'token', text: content }])
})

test('a tool that lacks an argument is not used, and names it', async () => {
  const inputs = { toolAgentflowSelectedTool: typedTool, toolInputArgs: '' }
  expect(await rejection(runStep(toolStep, { inputs }))).toMatchObject({
    code: 'missing-input',
    field: 'toolInputArgs',
    message: expect.stringContaining('lacks "text"') as string,
  })
})

test('a set of tools is used whole, with the same arguments, and what they say is joined', async () => {
  const set: Toolkit = {
    kind: 'toolkit',
    tools: async () => [scriptedTool('a', () => 'one'), { ...scriptedTool('b', () => 'two'), effect: 'reads' }],
  }
  const inputs = { toolAgentflowSelectedTool: set, toolInputArgs: args({ input: 'x' }) }
  const { result, turn } = await runStep(toolStep, { inputs })
  expect(result.output.content).toBe('one\ntwo')
  expect(turn.calls.map(({ key, effect }) => [key, effect])).toEqual([
    ['tool:0', 'writes'],
    ['tool:1', 'reads'],
  ])
})

test('a tool that fails fails its step', async () => {
  const broken = { ...typedTool, call: () => Promise.reject(new Error('No such box')) }
  const inputs = { toolAgentflowSelectedTool: broken, toolInputArgs: args({ text: 'x' }) }
  expect(await rejection(runStep(toolStep, { inputs }))).toMatchObject({ message: 'No such box' })
})

test('what a tool found and made is handed on', async () => {
  const found = [{ pageContent: 'x', metadata: {} }]
  const artifacts = [{ type: 'png', data: 'FILE-STORAGE::a.png' }]
  const rich = { ...typedTool, call: async () => ({ content: 'y', sourceDocuments: found, artifacts }) }
  const inputs = { toolAgentflowSelectedTool: rich, toolInputArgs: args({ text: 'x' }) }
  expect((await runStep(toolStep, { inputs })).result.output).toEqual({
    content: 'y',
    sourceDocuments: found,
    artifacts,
  })
})

test('older flows name the chosen tool otherwise', () => {
  const [migration] = toolStep.migrations ?? []
  expect(migration?.migrate({ selectedTool: 'serper', selectedToolConfig: { a: 1, selectedTool: 'serper' } })).toEqual({
    toolAgentflowSelectedTool: 'serper',
    toolAgentflowSelectedToolConfig: { a: 1, selectedTool: 'serper', toolAgentflowSelectedTool: 'serper' },
  })
  expect(migration?.migrate({ toolInputArgs: '' })).toEqual({ toolInputArgs: '' })
})

function store(...contents: string[]): VectorStore & { asked: unknown[] } {
  const asked: unknown[] = []
  const search = async (query: string, _: unknown, options: unknown) => {
    asked.push([query, options])
    return contents.map((pageContent) => ({ pageContent, metadata: { source: 'a' } }))
  }
  return { kind: 'vector-store', search, asked } as unknown as VectorStore & { asked: unknown[] }
}

test('all stores are searched, and what they hold is joined', async () => {
  const [one, other] = [store('a', 'b'), store('c')]
  const rows = [{ vectorStore: one }, { vectorStore: other }]
  const { result } = await runStep(retriever, {
    inputs: { retrieverKnowledgeVSEmbeddings: rows, retrieverQuery: '', retrieverTopK: '3' },
    run: testRun({ question: 'Where?' }),
  })
  expect(result).toEqual({ input: { question: 'Where?' }, output: { content: 'a\nb\nc' } })
  expect([one.asked, other.asked]).toEqual([[['Where?', { k: 3 }]], [['Where?', { k: 3 }]]])
})

test('documents are handed on whole when asked for', async () => {
  const inputs = {
    retrieverKnowledgeVSEmbeddings: [{ vectorStore: store('a') }],
    retrieverQuery: 'this',
    outputFormat: 'textWithMetadata',
  }
  const { result } = await runStep(retriever, { inputs })
  expect(JSON.parse(String(result.output.content))).toEqual([{ pageContent: 'a', metadata: { source: 'a' } }])
  expect(result.input).toEqual({ question: 'this' })
})

test('a search in nothing says what is missing', async () => {
  expect(await rejection(runStep(retriever, { inputs: { retrieverKnowledgeDocumentStores: '' } }))).toMatchObject({
    code: 'missing-input',
    field: 'retrieverKnowledgeDocumentStores',
  })
})

test('several document stores are searched with the filter and the number of the step', async () => {
  const asked: unknown[] = []
  const knowledge: NodeContext['knowledge'] = {
    list: async () => [],
    async *passages() {},
    async search(storeId, query, _, options) {
      asked.push([storeId, query, options])
      return [{ pageContent: `of ${storeId}`, metadata: {} }]
    },
  }
  const { result } = await runStep(retriever, {
    inputs: {
      retrieverKnowledgeDocumentStores: [{ documentStore: 'id-1:Hand: book' }, { documentStore: 'id-2' }],
      retrieverQuery: 'lamps',
      retrieverTopK: 2,
      retrieverFilter: '{"language": "en"}',
    },
    context: testContext({ knowledge }),
  })
  expect(result.output).toEqual({ content: 'of id-1\nof id-2' })
  const options = { k: 2, filter: { language: 'en' } }
  expect(asked).toEqual([
    ['id-1', 'lamps', options],
    ['id-2', 'lamps', options],
  ])
})

test('a store whose id holds a colon is searched by its whole id', async () => {
  const asked: string[] = []
  const knowledge: NodeContext['knowledge'] = {
    list: async () => [{ id: 'old:7', name: 'Hand: book', description: '' }],
    async *passages() {},
    async search(storeId) {
      asked.push(storeId)
      return []
    },
  }
  const retrieverKnowledgeDocumentStores = [{ documentStore: 'old:7:Hand: book' }, { documentStore: 'old:7' }]
  const inputs = { retrieverKnowledgeDocumentStores, retrieverQuery: 'lamps' }
  await runStep(retriever, { inputs, context: testContext({ knowledge }) })
  expect(asked).toEqual(['old:7', 'old:7'])
})

const asking = { executeFlowSelectedFlow: 'flow-2', executeFlowInput: 'How much?' }

test('another flow is asked in the same session, and its answer handed on', async () => {
  const asked: Parameters<FlowAccess['ask']>[0][] = []
  const flows: FlowAccess = {
    list: async () => [],
    ask: async (request) => {
      asked.push(request)
      return { text: 'Ten', sourceDocuments: [{ pageContent: 'x', metadata: {} }] }
    },
  }
  const run = testRun({ question: 'Why?' })
  const { result, turn, step } = await runStep(executeFlow, {
    inputs: { ...asking, executeFlowOverrideConfig: '{"temperature": 0}', executeFlowReturnResponseAs: '' },
    context: testContext({ flows }),
    run,
  })
  expect(asked).toMatchObject([
    { flowId: 'flow-2', question: 'How much?', session: run.session, overrideConfig: { temperature: 0 } },
  ])
  expect(result.output).toEqual({ content: 'Ten', sourceDocuments: [{ pageContent: 'x', metadata: {} }] })
  expect(result.said).toEqual([
    { role: 'user', content: 'Why?' },
    { role: 'user', content: 'Ten', name: 'execute_flow' },
  ])
  expect(turn.heard).toEqual([{ type: 'token', text: 'Ten' }])
  // What its steps do to the world, they say themselves.
  expect(step.effect).toBe('pure')
})

test('a flow of another server is asked through its API, once', async () => {
  const { fetch, requests } = replay(json({ json: { price: 10 } }))
  const inputs = { ...asking, executeFlowBaseURL: 'https://other.example/' }
  const { result, step } = await runStep(executeFlow, {
    inputs,
    credential: { chatflowApiKey: 'key-1' },
    context: testContext({ providerFetch: fetch }),
  })
  expect(step.effect).toBe('writes')
  expect(requests).toMatchObject([
    {
      url: 'https://other.example/api/v1/prediction/flow-2',
      headers: { authorization: 'Bearer key-1' },
      body: { question: 'How much?', chatId: 'chat-1', overrideConfig: { sessionId: 'session-1' } },
    },
  ])
  expect(result.output).toEqual({ content: '{"price":10}' })
  const busy = replay(json({}, { status: 503 }), json({ text: 'Ten' }))
  const again = runStep(executeFlow, { inputs, context: testContext({ providerFetch: busy.fetch }) })
  expect(await rejection(again)).toMatchObject({ code: 'overloaded' })
  expect(busy.requests).toHaveLength(1)
})

test('a flow does not ask itself', async () => {
  const inputs = { ...asking, executeFlowSelectedFlow: 'flow-1' }
  expect(await rejection(runStep(executeFlow, { inputs }))).toMatchObject({
    code: 'bad-input',
    field: 'executeFlowSelectedFlow',
  })
})

test.each([
  [{}, 60_000],
  [{ waitAmount: '90', waitUnit: 'seconds' }, 90_000],
  [{ waitAmount: 1.5, waitUnit: 'hours' }, 5_400_000],
  [{ waitAmount: 2, waitUnit: 'days' }, 172_800_000],
  [{ waitFor: 'moment', waitUntil: '1970-01-02' }, 86_400_000],
  [{ waitFor: 'moment', waitUntil: '1970-01-01T01:00' }, 3_600_000],
  [{ waitFor: 'moment', waitUntil: '1970-01-01T02:00:00+01:00' }, 3_600_000],
  [{ waitFor: 'moment', waitUntil: '1970-01-01 01:00' }, 3_600_000],
])('with %j a run rests until %i, wherever the server stands', async (inputs, wakeAt) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const run = testRun({ now: () => 0 })
  const kept = new Map<string, string>()
  expect(await rejection(runStep(wait, { inputs, run, turn: { kept } }))).toBeInstanceOf(StillWaiting)
  const later = testRun({ now: () => 1000 })
  const decisions = { time: { type: 'timeout' } }
  const { result, turn } = await runStep(wait, { inputs, run: later, turn: { kept, decisions } })
  expect(turn.questions.get('time')).toMatchObject({ kind: 'time', text: '', wakeAt })
  expect(result.output).toEqual({ waitedUntil: new Date(wakeAt).toISOString() })
})

test('a moment that has passed is not waited for', async () => {
  const inputs = { waitFor: 'moment', waitUntil: '2001-02-03' }
  const { result, turn } = await runStep(wait, { inputs })
  expect(turn.questions.size).toBe(0)
  expect(result.output).toEqual({ waitedUntil: '2001-02-03T00:00:00.000Z' })
})

test.each([
  [{ waitFor: 'moment', waitUntil: 'tomorrow' }, 'waitUntil'],
  [{ waitFor: 'moment', waitUntil: '' }, 'waitUntil'],
  [{ waitFor: 'moment', waitUntil: '2001-02-29' }, 'waitUntil'],
  [{ waitFor: 'moment', waitUntil: '2001-04-31T09:00Z' }, 'waitUntil'],
  [{ waitFor: 'moment', waitUntil: '9999-01-01' }, 'waitUntil'],
  [{ waitAmount: 1e9, waitUnit: 'days' }, 'waitAmount'],
])('%j is refused', async (inputs, field) => {
  expect(await rejection(runStep(wait, { inputs }))).toMatchObject({ code: 'bad-input', field })
})
