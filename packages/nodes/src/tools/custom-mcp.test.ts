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
