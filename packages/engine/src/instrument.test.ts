import {
  NodeError,
  type Chat,
  type ChatModel,
  type Document,
  type Documents,
  type Embeddings,
  type Memory,
  type Moderation,
  type NodeValue,
  type Retriever,
  type Run,
  type RunEvent,
  type TextSplitter,
  type Tool,
  type Toolkit,
  type VectorStore,
} from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { CLIP_LENGTH } from './clip.ts'
import { instrument } from './instrument.ts'
import { meter } from './meter.ts'

const node = { id: 'node_0', name: 'node', label: 'Node' }

/** A run that keeps what it is told, and a value whose calls it hears. */
function heard<Value extends NodeValue>(value: Value) {
  const events: RunEvent[] = []
  let clock = 0
  const run = meter({ emit: (event: RunEvent) => events.push(event), now: () => (clock += 1) } as unknown as Run)
  return { run, events, traced: instrument(value, node) as Value }
}

/** One call of a node that answered at once. */
const oneCall = (said: { input?: string; output?: string; found?: number }) => [
  {
    type: 'node-start',
    nodeId: 'node_0',
    name: 'node',
    label: 'Node',
    callId: 'node_0#1',
    at: 1,
    ...(said.input !== undefined && { input: said.input }),
  },
  {
    type: 'node-end',
    nodeId: 'node_0',
    callId: 'node_0#1',
    at: 2,
    durationMs: 1,
    ...(said.output !== undefined && { output: said.output }),
    ...(said.found !== undefined && { found: said.found }),
  },
]

const found: Document[] = [
  { pageContent: 'First', metadata: {} },
  { pageContent: 'x'.repeat(500), metadata: {} },
]
const foundInShort = `First\n---\n${'x'.repeat(400)}`

describe('the trace tells what went into a call and what came out', () => {
  const scored = found.map((document) => ({ ...document, score: 1 }))

  test('of a retriever', async () => {
    const asked: unknown[] = []
    const { run, events, traced } = heard<Retriever>({
      kind: 'retriever',
      retrieve: async (query, _run, options) => {
        asked.push(query, options)
        return scored
      },
    })
    expect(await traced.retrieve('where?', run, { k: 2 })).toBe(scored)
    expect(asked).toEqual(['where?', { k: 2 }])
    expect(events).toEqual(oneCall({ input: 'where?', output: foundInShort, found: 2 }))
  })

  test('of a search within another: what that one drops was not found', async () => {
    const { run, events, traced: inner } = heard<Retriever>({ kind: 'retriever', retrieve: async () => scored })
    const filter: Retriever = {
      kind: 'retriever',
      retrieve: async (query, within) => (await inner.retrieve(query, within)).filter(({ score = 0 }) => score > 1),
    }
    const outer = instrument(filter, { ...node, id: 'filter_0' }) as Retriever
    expect(await outer.retrieve('where?', run)).toEqual([])
    await inner.retrieve('and now?', run)
    const ends = events.flatMap((event) => (event.type === 'node-end' ? [[event.nodeId, event.found]] : []))
    expect(ends).toEqual([
      ['node_0', undefined],
      ['filter_0', 0],
      ['node_0', 2],
    ])
  })

  test('of a vector store', async () => {
    const result = { numAdded: 2, numUpdated: 0, numSkipped: 0, numDeleted: 0, addedDocs: found, failures: [] }
    const store = {
      kind: 'vector-store',
      search: async () => scored,
      searchByVector: async () => scored,
      upsert: async () => result,
    } as unknown as VectorStore
    const search = heard(store)
    expect(await search.traced.search('where?', search.run)).toBe(scored)
    expect(search.events).toEqual(oneCall({ input: 'where?', output: foundInShort, found: 2 }))
    const byVector = heard(store)
    expect(await byVector.traced.searchByVector([1, 2, 3], byVector.run)).toBe(scored)
    expect(byVector.events).toEqual(oneCall({ input: 'a vector of 3 numbers', output: foundInShort, found: 2 }))
    const upsert = heard(store)
    expect(await upsert.traced.upsert(upsert.run)).toBe(result)
    expect(upsert.events).toEqual(oneCall({ output: JSON.stringify({ ...result, addedDocs: 2 }) }))
  })

  test('of embeddings', async () => {
    const embeddings: Embeddings = {
      kind: 'embeddings',
      modelName: 'small',
      embedDocuments: async (texts) => texts.map(() => [0, 0, 1]),
      embedQuery: async () => [0, 1],
    }
    const documents = heard(embeddings)
    expect(await documents.traced.embedDocuments(['a', 'b'], documents.run)).toHaveLength(2)
    expect(documents.events).toEqual(oneCall({ input: '2 texts: a', output: '2 vectors of 3 numbers' }))
    const none = heard(embeddings)
    expect(await none.traced.embedDocuments([], none.run)).toEqual([])
    expect(none.events).toEqual(oneCall({ input: '0 texts: ', output: '0 vectors of 0 numbers' }))
    const query = heard(embeddings)
    expect(await query.traced.embedQuery('q', query.run)).toEqual([0, 1])
    expect(query.events).toEqual(oneCall({ input: 'q', output: 'a vector of 2 numbers' }))
  })

  test('of a memory', async () => {
    const saved: unknown[] = []
    const memory: Memory = {
      kind: 'memory',
      memoryKey: 'chat_history',
      load: async () => [{ role: 'user', content: 'Before' }],
      save: async (exchange) => void saved.push(exchange),
      clear: async () => {},
    }
    const load = heard(memory)
    expect(await load.traced.load(load.run)).toEqual([{ role: 'user', content: 'Before' }])
    expect(load.events).toEqual(oneCall({ output: '1 messages' }))
    const save = heard(memory)
    await save.traced.save({ question: 'Now?', answer: 'Yes.' }, save.run)
    expect(saved).toEqual([{ question: 'Now?', answer: 'Yes.' }])
    expect(save.events).toEqual(oneCall({ input: 'user: Now?\nassistant: Yes.' }))
  })

  test('of a tool, in words or with what it found', async () => {
    const tool = (call: Tool['call']): Tool => ({ kind: 'tool', name: 't', description: '', parameters: {}, call })
    const words = heard(tool(async () => 'sunny'))
    expect(await words.traced.call({ city: 'Rome' }, words.run)).toBe('sunny')
    expect(words.events).toEqual(oneCall({ input: '{"city":"Rome"}', output: 'sunny' }))
    const result = heard(tool(async () => ({ content: 'rainy', artifacts: [] })))
    await result.traced.call({}, result.run)
    expect(result.events).toEqual(oneCall({ input: '{}', output: 'rainy' }))
  })

  test('of each tool in a set', async () => {
    const inner: Tool = { kind: 'tool', name: 't', description: '', parameters: {}, call: async () => 'done' }
    const { run, events, traced } = heard<Toolkit>({ kind: 'toolkit', tools: async () => [inner] })
    const [tool] = await traced.tools(run)
    expect(await tool?.call({}, run)).toBe('done')
    expect(events).toEqual(oneCall({ input: '{}', output: 'done' }))
  })

  test('of documents that are loaded', async () => {
    const { run, events, traced } = heard<Documents>({ kind: 'documents', load: async () => found })
    expect(await traced.load(run)).toBe(found)
    expect(events).toEqual(oneCall({ output: foundInShort }))
  })

  test('of a check that passes and of one that refuses', async () => {
    const moderation: Moderation = { kind: 'moderation', check: async (text) => (text === 'bad' ? 'No.' : undefined) }
    const passed = heard(moderation)
    expect(await passed.traced.check('good', passed.run)).toBeUndefined()
    expect(passed.events).toEqual(oneCall({ input: 'good', output: 'passed' }))
    const refused = heard(moderation)
    expect(await refused.traced.check('bad', refused.run)).toBe('No.')
    expect(refused.events).toEqual(oneCall({ input: 'bad', output: 'No.' }))
  })

  test('of a model: its words, the tools it calls, and what it used', async () => {
    const model = {
      kind: 'chat-model',
      canSeeImages: true,
      async *stream() {
        yield { type: 'text', text: 'Let me see. ' }
        yield { type: 'tool-call', call: { id: '1', name: 'look', input: { at: 'it' } } }
        yield { type: 'usage', usage: { inputTokens: 4, outputTokens: 1 } }
        yield { type: 'usage', usage: { inputTokens: 4, outputTokens: 3 } }
      },
    } as unknown as ChatModel
    const { run, events, traced } = heard(model)
    const said = []
    for await (const event of traced.stream({ messages: [{ role: 'user', content: 'Look' }] }, run)) said.push(event)
    expect(said).toHaveLength(4)
    const usage = { inputTokens: 4, outputTokens: 3 }
    const [start, end] = oneCall({ input: 'user: Look', output: 'Let me see. → look({"at":"it"})\n' })
    expect(events).toEqual([start, { ...end, usage }])
  })

  test('of a chat, whose words are kept up to the limit', async () => {
    const chat: Chat = {
      kind: 'chat',
      async *answer() {
        for (let index = 0; index < 10; index += 1) yield { type: 'token', text: 'y'.repeat(500) }
        yield { type: 'usage', usage: { inputTokens: 1, outputTokens: 1 } }
      },
    }
    const { run, events, traced } = heard(chat)
    for await (const event of traced.answer({ question: 'Why?' }, run)) expect(event).toBeDefined()
    const [start, end] = oneCall({ input: 'Why?', output: `${'y'.repeat(CLIP_LENGTH - 1)}…` })
    expect(events).toEqual([start, { ...end, usage: { inputTokens: 1, outputTokens: 1 } }])
  })
})

describe('a call that fails is told once, names its node and throws on', () => {
  const fault = { message: 'Broken.', code: 'failed', nodeId: 'node_0', nodeLabel: 'Node' }
  const [start] = oneCall({ input: 'q' })
  const failed = { type: 'node-error', nodeId: 'node_0', callId: 'node_0#1', at: 2, durationMs: 1, fault }

  test('where it answers once', async () => {
    const { run, events, traced } = heard<Retriever>({
      kind: 'retriever',
      retrieve: () => Promise.reject(new Error('Broken.')),
    })
    await expect(traced.retrieve('q', run)).rejects.toMatchObject({ message: 'Broken.', nodeId: 'node_0' })
    expect(events).toEqual([start, failed])
  })

  test('where it answers bit by bit', async () => {
    const { run, events, traced } = heard<Chat>({
      kind: 'chat',
      // oxlint-disable-next-line require-yield -- it fails before its first word
      async *answer() {
        throw new Error('Broken.')
      },
    })
    const read = async (): Promise<void> => {
      for await (const event of traced.answer({ question: 'q' }, run)) expect(event).toBeUndefined()
    }
    await expect(read()).rejects.toMatchObject({ message: 'Broken.', nodeId: 'node_0' })
    expect(events).toEqual([start, failed])
  })

  test('and what a tool throws that is no error is thrown as it is, blamed on the node', async () => {
    const { run, traced } = heard<Tool>({
      kind: 'tool',
      name: 't',
      description: '',
      parameters: {},
      // oxlint-disable-next-line prefer-promise-reject-errors -- nodes from elsewhere do
      call: () => Promise.reject('Just words'),
    })
    await expect(traced.call({}, run)).rejects.toMatchObject({ message: 'Just words', nodeId: 'node_0' })
  })
})

test('splitting documents is told of where a run asks for it', async () => {
  const splitter: TextSplitter = {
    kind: 'text-splitter',
    splitText: async (text) => [text],
    splitDocuments: async (documents) => [...documents, ...documents],
  }
  const { run, events, traced } = heard(splitter)
  expect(await traced.splitDocuments(found)).toHaveLength(4)
  expect(events).toEqual([])
  expect(await traced.splitDocuments(found, run)).toHaveLength(4)
  expect(events).toEqual(oneCall({ input: '2 documents', output: '4 passages' }))
})

test('plain data, and values nobody calls, pass unchanged', () => {
  const prompt = { kind: 'prompt', format: () => '' }
  const data = { kind: 'retriever' }
  for (const value of [prompt, data, 'text', null]) expect(instrument(value, node)).toBe(value)
})

test('a toolkit that cannot tell its tools is itself to blame, not the agent that asked', async () => {
  const toolkit: Toolkit = {
    kind: 'toolkit',
    tools: () => Promise.reject(new NodeError('No such server.', { field: 'mcpServerConfig' })),
  }
  const traced = instrument(toolkit, { id: 'customMCP_0', name: 'customMCP', label: 'Custom MCP' }) as Toolkit
  await expect(traced.tools({} as Run)).rejects.toMatchObject({
    nodeId: 'customMCP_0',
    nodeLabel: 'Custom MCP',
    field: 'mcpServerConfig',
  })
})

test('what a tool says, and why it fails, reaches a model without secrets', async () => {
  const hide = <Value>(value: Value): Value =>
    (typeof value === 'string' ? value.replaceAll('s3cret', '•••') : value) as Value
  const tool = (call: Tool['call']): Tool => ({ kind: 'tool', name: 't', description: '', parameters: {}, call })
  const node = { id: 'customTool_0', name: 'customTool', label: 'Custom Tool' }
  const run = { emit: () => {}, now: () => 0 } as unknown as Run
  const told = instrument(
    tool(async () => 'It is s3cret'),
    node,
    { hideSecrets: hide },
  ) as Tool
  expect(await told.call({}, run)).toBe('It is •••')
  const failing = instrument(
    tool(async () => {
      throw new NodeError('Refused: s3cret')
    }),
    node,
    { hideSecrets: hide },
  ) as Tool
  await expect(failing.call({}, run)).rejects.toMatchObject({ message: expect.stringContaining('Refused: •••') })
})
