import type { Chat, CustomTool, FlowAccess, Sandbox, Tool, Toolkit } from '@chatwright/core'
import { describe, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { fixedRetriever, letterEmbeddings, scriptedModel } from '../../test/conforming-values.ts'
import { json, replay, replayRoutes, text } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import chainTool from './chain-tool.ts'
import chatflowTool from './chatflow-tool.ts'
import currentDateTime from './current-date-time.ts'
import customTool from './custom-tool.ts'
import jsonPathExtractor from './json-path-extractor.ts'
import openApiToolkit from './open-api-toolkit.ts'
import retrieverTool from './retriever-tool.ts'
import webBrowser from './web-browser.ts'
import webScraperTool from './web-scraper-tool.ts'

const html = (body: string) =>
  text(`<title>T</title><body>${body}</body>`, { headers: { 'content-type': 'text/html' } })

describe('the custom tool', () => {
  const stored: CustomTool = {
    id: 'tool-1',
    name: 'add numbers',
    description: 'Adds.',
    schema:
      '[{"id":1,"property":"a","type":"number","description":"first","required":true},{"property":"when","type":"date"}]',
    func: 'return $a + 1',
  }
  const requests: Parameters<Sandbox['run']>[0][] = []
  const context = testContext({
    customTools: { list: async () => [stored], get: async (id) => (id === stored.id ? stored : undefined) },
    sandbox: {
      run: async (request) => {
        requests.push(request)
        return { value: { sum: 3 }, console: [], durationMs: 1 }
      },
    },
    variables: async () => ({ region: 'north' }),
  })
  const open = async (inputs: Record<string, unknown>): Promise<Tool[]> =>
    (await buildNode<Toolkit>(customTool, { inputs, context })).tools(testRun())

  test('runs its function in the sandbox with its inputs, the variables and the conversation', async () => {
    const [tool] = await open({ selectedTool: 'tool-1', returnDirect: true })
    expect(tool).toMatchObject({
      name: 'add_numbers',
      returnDirect: true,
      parameters: {
        properties: { a: { type: 'number', description: 'first' }, when: { type: 'string', format: 'date-time' } },
        required: ['a'],
      },
    })
    expect(await tool?.call({ a: 2, stray: 'x' }, testRun({ question: 'Hi' }))).toBe('{"sum":3}')
    expect(requests.at(-1)).toMatchObject({
      code: 'return $a + 1',
      globals: {
        $a: 2,
        $vars: { region: 'north' },
        $flow: { chatflowId: 'flow-1', chatId: 'chat-1', sessionId: 'session-1', input: 'Hi' },
      },
    })
    expect(requests.at(-1)?.globals).not.toHaveProperty('$stray')
  })

  test('a tool that is gone, and one whose inputs are broken, say so', async () => {
    await expect(open({ selectedTool: 'gone' })).rejects.toThrow('The custom tool "gone" doesn\'t exist here.')
    await expect(open({ selectedTool: 'tool-1', customToolSchema: '[{"property":"bad name"}]' })).rejects.toThrow(
      'The inputs of the custom tool "add numbers" can\'t be read',
    )
  })
})

test('the retriever tool joins what was found, and shows sources when asked', async () => {
  const inputs = { retriever: fixedRetriever(['One', 'Two']), name: 'my docs', description: 'Docs.' }
  const plain = await buildNode<Tool>(retrieverTool, { inputs })
  expect(plain.name).toBe('my_docs')
  expect(await plain.call({ input: 'x' }, testRun())).toEqual({ content: 'One\n\nTwo' })
  const shown = await buildNode<Tool>(retrieverTool, { inputs: { ...inputs, returnSourceDocuments: true } })
  expect(await shown.call({ query: 'x' }, testRun())).toEqual({
    content: 'One\n\nTwo',
    sourceDocuments: [
      { pageContent: 'One', metadata: { source: 'document 1' } },
      { pageContent: 'Two', metadata: { source: 'document 2' } },
    ],
  })
})

test('the chain tool asks its chain and waits for the whole answer', async () => {
  const asked: string[] = []
  const baseChain: Chat = {
    kind: 'chat',
    async *answer({ question }) {
      asked.push(question)
      yield { type: 'token', text: 'All ' }
      yield { type: 'token', text: 'of it' }
    },
  }
  const tool = await buildNode<Tool>(chainTool, { inputs: { name: 'expert', description: 'Knows.', baseChain } })
  expect([await tool.call({ input: 'Why?' }, testRun()), asked]).toEqual([{ content: 'All of it' }, ['Why?']])
})

describe('the chatflow tool', () => {
  const inputs = { selectedChatflow: 'flow-2', name: 'other', description: 'Other.' }

  test('asks another flow in the same session, or in a new one', async () => {
    const asked: Parameters<FlowAccess['ask']>[0][] = []
    const flows: FlowAccess = {
      list: async () => [],
      ask: async (request) => {
        asked.push(request)
        return { text: 'Answer' }
      },
    }
    const context = testContext({ flows })
    const tool = await buildNode<Tool>(chatflowTool, { inputs, context })
    expect(await tool.call({ input: 'Why?' }, testRun())).toBe('Answer')
    const fresh = await buildNode<Tool>(chatflowTool, {
      inputs: { ...inputs, startNewSession: true, useQuestionFromChat: true },
      context,
    })
    await fresh.call({ input: 'rewritten' }, testRun({ question: 'Original?' }))
    expect(asked.map(({ question, session }) => [question, session.sessionId === 'session-1'])).toEqual([
      ['Why?', true],
      ['Original?', false],
    ])
  })

  test('asks a flow of another server through its API', async () => {
    const { fetch, requests } = replay(json({ text: 'From afar', chatId: 'x' }))
    const tool = await buildNode<Tool>(chatflowTool, {
      inputs: { ...inputs, baseURL: 'https://chat.test/' },
      credential: { chatflowApiKey: 'key' },
      context: testContext({ fetch }),
    })
    expect(await tool.call({ input: 'Why?' }, testRun())).toBe('From afar')
    expect(requests[0]).toMatchObject({
      url: 'https://chat.test/api/v1/prediction/flow-2',
      headers: { authorization: 'Bearer key' },
      body: { question: 'Why?', chatId: 'chat-1', overrideConfig: { sessionId: 'session-1' } },
    })
  })

  test('a session that a visitor named is none of those that the other server knows by that name', async () => {
    const { fetch, requests } = replay(json({ text: 'From afar' }))
    const tool = await buildNode<Tool>(chatflowTool, {
      inputs: { ...inputs, baseURL: 'https://chat.test/' },
      credential: { chatflowApiKey: 'key' },
      context: testContext({ fetch }),
    })
    const session = { ...testRun().session, sessionId: 'visitor:anna', sessionName: 'anna' }
    await tool.call({ input: 'Why?' }, testRun({ session }))
    expect(requests[0]?.body).toMatchObject({ overrideConfig: { sessionId: 'visitor:anna' } })
  })

  test('a flow may not ask itself', async () => {
    await expect(buildNode(chatflowTool, { inputs: { ...inputs, selectedChatflow: 'flow-1' } })).rejects.toThrow(
      'This flow calls itself, which would never end.',
    )
  })
})

describe('the OpenAPI toolkit', () => {
  const document = `
openapi: 3.0.0
servers: [{ url: https://pets.test/v1 }]
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getPet
      summary: Finds a pet
      parameters: [{ name: full, in: query, schema: { type: boolean } }]
    put:
      summary: Changes a pet
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string }, friend: { $ref: '#/components/schemas/Pet' } } }
`
  const setUp = async (answer: ReturnType<typeof json>, inputs: Record<string, unknown> = {}) => {
    const { fetch, requests } = replay(answer)
    const context = testContext({ fetch })
    context.storedFiles.set('FILE-STORAGE::pets.yaml', {
      name: 'pets.yaml',
      mimeType: 'text/yaml',
      bytes: new TextEncoder().encode(document),
    })
    const toolkit = await buildNode<Toolkit>(openApiToolkit, {
      inputs: { openApiFile: 'FILE-STORAGE::pets.yaml', headers: '{"x-key": "1"}', ...inputs },
      context,
    })
    return { tools: await toolkit.tools(testRun()), requests, context }
  }

  test('makes a tool of each endpoint and calls it', async () => {
    const { tools, requests } = await setUp(json({ name: 'Rex' }))
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['getPet', 'Finds a pet'],
      ['PUT_pets_id', 'Changes a pet'],
    ])
    expect(await tools[0]?.call({ id: 'a b', full: true }, testRun())).toBe('{"name":"Rex"}')
    expect(requests[0]).toMatchObject({
      method: 'GET',
      url: 'https://pets.test/v1/pets/a%20b?full=true',
      headers: { 'x-key': '1' },
    })
  })

  test('sends bodies without nulls, and survives a schema that holds itself', async () => {
    const { tools, requests } = await setUp(json({}), { selectedEndpoints: '["PUT /pets/{id}"]', removeNulls: true })
    expect(tools).toHaveLength(1)
    expect(tools[0]?.parameters.required).toEqual(['id', 'requestBody'])
    await tools[0]?.call({ id: '1', requestBody: { name: 'Rex', friend: null } }, testRun())
    expect(requests[0]).toMatchObject({ method: 'PUT', body: { name: 'Rex' } })
  })

  test('lists servers and endpoints for the form, and refuses what is no document', async () => {
    const { context } = await setUp(json({}))
    const args = {
      inputs: { openApiFile: 'FILE-STORAGE::pets.yaml' },
      credential: {},
      context,
      signal: testRun().signal,
    }
    expect(await openApiToolkit.load?.listServers?.(args)).toEqual([
      { label: 'https://pets.test/v1', name: 'https://pets.test/v1' },
    ])
    expect(await openApiToolkit.load?.listEndpoints?.(args)).toHaveLength(2)
    context.storedFiles.set('FILE-STORAGE::pets.yaml', {
      name: 'x',
      mimeType: '',
      bytes: new TextEncoder().encode('a: ['),
    })
    await expect(Promise.resolve(openApiToolkit.load?.listServers?.(args))).rejects.toThrow(
      "The OpenAPI document can't be read",
    )
  })
})

test('the web scraper reads a page and those it links to', async () => {
  const { fetch } = replayRoutes({ '/b': html('Page B'), 'site.test/': html('Home <a href="/b">b</a>') })
  const tool = await buildNode<Tool>(webScraperTool, { context: testContext({ fetch }) })
  expect(await tool.call({ input: 'https://site.test/' }, testRun())).toBe(
    'T\nhttps://site.test/\nHome b\n\nT\nhttps://site.test/b\nPage B',
  )
})

test('the web browser answers from the part of a page that matters', async () => {
  const { fetch } = replay(html(`<p>${'zzz '.repeat(400)}</p><p>apples are red</p>`))
  const model = scriptedModel(['Red.'])
  const tool = await buildNode<Tool>(webBrowser, {
    inputs: { model, embeddings: letterEmbeddings() },
    context: testContext({ fetch }),
  })
  expect(await tool.call({ url: 'https://site.test/, which colour are apples' }, testRun())).toBe('Red.')
  expect(model.requests[0]?.messages[0]?.content).toContain('Answer from this page: which colour are apples')
})

test.each([
  ['$.items[1].name', '"b"', 'b'],
  ['items[*].name', '', '["a","b"]'],
  ["$['odd key']", '', '7'],
  ['$..name', '', '["a","b"]'],
  ['$.items[-1]', '', '{"name":"b"}'],
])('the JSON path %s is understood', async (path, _, expected) => {
  const tool = await buildNode<Tool>(jsonPathExtractor, { inputs: { path } })
  const given = { items: [{ name: 'a' }, { name: 'b' }], 'odd key': 7 }
  expect(await tool.call({ json: JSON.stringify(given) }, testRun())).toBe(expected)
})

test('a JSON path that leads nowhere is an error, or null when asked', async () => {
  const strict = await buildNode<Tool>(jsonPathExtractor, { inputs: { path: '$.no' } })
  await expect(strict.call({ json: '{}' }, testRun())).rejects.toThrow('The JSON contains nothing at $.no.')
  const lax = await buildNode<Tool>(jsonPathExtractor, { inputs: { path: '$.no', returnNullOnError: true } })
  expect(await lax.call({ json: '{}' }, testRun())).toBe('null')
})

test('the clock tells the time where it hangs', async () => {
  const context = testContext({ now: () => Date.UTC(2026, 0, 31, 23, 30) })
  const tool = await buildNode<Tool>(currentDateTime, { inputs: { timeZone: 'Asia/Tokyo' }, context })
  expect(JSON.parse((await tool.call({}, testRun())) as string)).toEqual({
    date: '2026-02-01',
    weekday: 'Sunday',
    time: '08:30:00',
    timeZone: 'Asia/Tokyo',
  })
  await expect(buildNode(currentDateTime, { inputs: { timeZone: 'Nowhere' } })).rejects.toThrow("isn't a time zone")
})
