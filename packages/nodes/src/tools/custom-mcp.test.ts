import type { Toolkit } from '@chatwright/core'
import { beforeAll, expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { replayRoutes } from '../../test/replay.ts'
import { testContext } from '../../test/test-context.ts'
import { testRun } from '../../test/test-run.ts'
import customMcp from './custom-mcp.ts'

// The vendor's library is large, and a busy machine takes seconds to load it.
beforeAll(() => import('@modelcontextprotocol/client'), 60_000)

const server = () =>
  replayRoutes({
    'mcp.test': async ({ method, body }) => {
      const {
        id,
        method: called,
        params,
      } = body as { id?: number; method: string; params?: { name?: string; arguments?: object } }
      if (method !== 'POST') return new Response(null, { status: 405 })
      if (id === undefined) return new Response(null, { status: 202 })
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'test', version: '1' },
        },
        'tools/list': {
          tools: [
            { name: 'echo', description: 'Repeats', inputSchema: { type: 'object', properties: { word: {} } } },
            { name: 'draw', description: 'Draws', inputSchema: { type: 'object' } },
            { name: 'other', inputSchema: { type: 'object' } },
          ],
        },
        'tools/call': {
          content:
            params?.name === 'draw'
              ? [
                  { type: 'text', text: 'A red point:' },
                  { type: 'image', mimeType: 'image/png', data: 'cG9pbnQ=' },
                  { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' },
                ]
              : [{ type: 'text', text: JSON.stringify(params?.arguments) }],
        },
      }
      const result = results[called]
      const answer = result ? { result } : { error: { code: -32601, message: 'unknown' } }
      return Response.json({ jsonrpc: '2.0', id, ...answer })
    },
  })
const config = '{"mcpServers": {"one": {"url": "https://mcp.test/mcp", "headers": {"Authorization": "Bearer k"}}}}'

test('offers the chosen tools of the server and calls them with its headers', async () => {
  const { fetch, requests } = server()
  const toolkit = await buildNode<Toolkit>(customMcp, {
    inputs: { mcpServerConfig: config, mcpActions: '["echo"]' },
    context: testContext({ fetch }),
  })
  const tools = await toolkit.tools(testRun())
  expect(tools.map(({ name, description }) => [name, description])).toEqual([['echo', 'Repeats']])
  expect(await tools[0]?.call({ word: 'tea' }, testRun())).toBe('{"word":"tea"}')
  expect(requests.every(({ headers }) => headers.authorization === 'Bearer k')).toBe(true)
})

test('a picture a tool made is kept with the conversation and shown with the answer', async () => {
  const { fetch } = server()
  const context = testContext({ fetch })
  const toolkit = await buildNode<Toolkit>(customMcp, {
    inputs: { mcpServerConfig: config, mcpActions: '["draw"]' },
    context,
  })
  const run = testRun()
  const [draw] = await toolkit.tools(run)
  const result = await draw?.call({}, run)
  const [[keptAt = '', kept] = []] = context.storedFiles
  expect(context.storedFiles.size).toBe(1)
  expect(kept).toMatchObject({ mimeType: 'image/png', bytes: Buffer.from('point') })
  expect(keptAt).toBe(`${run.session.chatId}/${kept?.name}`)
  expect(result).toEqual({
    content: 'A red point:\n[image]\n[image]',
    artifacts: [{ type: 'png', data: `FILE-STORAGE::${kept?.name}`, description: 'A red point:' }],
  })
})

test('lists the actions for the form', async () => {
  const { fetch } = server()
  const context = testContext({ fetch })
  const actions = await customMcp.load?.listActions?.({
    inputs: { mcpServerConfig: config },
    credential: {},
    context,
    signal: testRun().signal,
  })
  expect(actions?.map(({ name }) => name)).toEqual(['echo', 'draw', 'other'])
})

test('refuses a server that is started by a command', async () => {
  const building = buildNode(customMcp, { inputs: { mcpServerConfig: '{"command": "npx", "args": ["evil"]}' } })
  await expect(building).rejects.toMatchObject({ code: 'refused', field: 'mcpServerConfig' })
})

test('a server that breaks off in the middle is named, with the reason', async () => {
  const { fetch } = server()
  const breaking: typeof fetch = async (url, request) => {
    if (typeof request?.body === 'string' && request.body.includes('tools/call')) {
      throw new TypeError('fetch failed', { cause: new Error('other side closed') })
    }
    return fetch(url, request)
  }
  const toolkit = await buildNode<Toolkit>(customMcp, {
    inputs: { mcpServerConfig: config },
    context: testContext({ fetch: breaking }),
  })
  const [echo] = await toolkit.tools(testRun())
  await expect(echo?.call({ word: 'tea' }, testRun())).rejects.toThrow(
    'The MCP server at https://mcp.test failed: other side closed',
  )
})

const offering = (tools: object[], wrap = (text: string): Response => json(text)) =>
  replayRoutes({
    'mcp.test': async ({ method, body }) => {
      const { id, method: called } = body as { id?: number; method: string }
      if (method !== 'POST') return new Response(null, { status: 405 })
      if (id === undefined) return new Response(null, { status: 202 })
      const hello = {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 't', version: '1' },
      }
      const answer = (result: object): string => JSON.stringify({ jsonrpc: '2.0', id, result })
      if (called === 'initialize') return json(answer(hello))
      return called === 'tools/list'
        ? wrap(answer({ tools }))
        : json(answer({ content: [], structuredContent: { a: 1 } }))
    },
  })

function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

const toolsOf = async (tools: object[], wrap?: (text: string) => Response) => {
  const context = testContext({ fetch: offering(tools, wrap).fetch })
  const toolkit = await buildNode<Toolkit>(customMcp, { inputs: { mcpServerConfig: config }, context })
  return toolkit.tools(testRun())
}

const wide = (fields: number) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: fields }, (_, index) => [`f${index}`, { type: 'string' }])),
})

test('a tool is offered whatever its schemas are like: those too long or too deep for a model are left out', async () => {
  const deep = JSON.parse(`${'{"items":'.repeat(40)}{}${'}'.repeat(40)}`) as object
  const [small, large, nested, ...others] = await toolsOf([
    { name: 'small', inputSchema: wide(2), outputSchema: wide(2000) },
    { name: 'large', description: 'Does much.', inputSchema: wide(2000) },
    { name: 'nested', inputSchema: { type: 'object', ...deep } },
    { name: 'n'.repeat(129), inputSchema: wide(1) },
  ])
  expect(small?.parameters).toEqual(wide(2))
  expect(large?.parameters).toEqual({ type: 'object' })
  expect(large?.description).toContain('Does much.\n[cut: its inputs')
  expect(nested?.parameters).toEqual({ type: 'object' })
  expect(others).toEqual([])
})

test('a pattern in an output schema is never run', async () => {
  const evil = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } }, required: ['missing'] }
  const [tool] = await toolsOf([{ name: 'evil', inputSchema: { type: 'object' }, outputSchema: evil }])
  expect(await tool?.call({}, testRun())).toBe('{"a":1}')
})

const broad = { name: 'broad', inputSchema: wide(10_000) }
const event = (text: string, before = ''): Response =>
  new Response(`${before}data: ${text}\n\n`, { headers: { 'content-type': 'text/event-stream' } })

function inPieces(text: string): Response {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(bytes.slice(at, (at += 7)))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

test('what stands in a description is counted as one value, whatever signs it holds', async () => {
  const description = String.raw`[{,"\",\"`.repeat(300)
  const many = Array.from({ length: 50 }, (_, index) => ({ name: `t${index}`, description, inputSchema: wide(2) }))
  for (const wrap of [json, event, inPieces]) expect(await toolsOf(many, wrap)).toHaveLength(50)
})

test.each([
  [
    'a list of more than a megabyte',
    [{ name: 'big', description: 'x'.repeat(1024 ** 2), inputSchema: wide(1) }],
    undefined,
    'more than 1 MB',
  ],
  ['a schema of more values than can be read in one go', [broad], undefined, 'more than 20000 values'],
  ['the same as an event', [broad], event, 'more than 20000 values'],
  [
    'the same after a quote that is no text of it',
    [broad],
    (text: string) => event(text, ': "\n'),
    'more than 20000 values',
  ],
  [
    'the same in pieces that end within a text',
    [{ ...broad, description: String.raw`"\\", \"{[`.repeat(50) }],
    inPieces,
    'more than 20000 values',
  ],
  [
    'events of more lines than anything says',
    [],
    (text: string) => event(text, '\n'.repeat(30_000)),
    'more than 20000 lines',
  ],
  [
    'more tools than a person could choose from',
    Array.from({ length: 1001 }, (_, index) => ({ name: `t${index}`, inputSchema: { type: 'object' } })),
    undefined,
    'offers 1001 tools. At most 1000 can be used',
  ],
])('%s is refused in words', async (_, tools, wrap, message) => {
  await expect(toolsOf(tools, wrap)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(message),
  })
})
