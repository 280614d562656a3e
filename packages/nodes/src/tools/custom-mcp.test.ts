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
      const { id, method: called, params } = body as { id?: number; method: string; params?: { arguments?: object } }
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
            { name: 'other', inputSchema: { type: 'object' } },
          ],
        },
        'tools/call': { content: [{ type: 'text', text: JSON.stringify(params?.arguments) }] },
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

test('lists the actions for the form', async () => {
  const { fetch } = server()
  const context = testContext({ fetch })
  const actions = await customMcp.load?.listActions?.({
    inputs: { mcpServerConfig: config },
    credential: {},
    context,
    signal: testRun().signal,
  })
  expect(actions?.map(({ name }) => name)).toEqual(['echo', 'other'])
})

test('refuses a server that is started by a command', async () => {
  const building = buildNode(customMcp, { inputs: { mcpServerConfig: '{"command": "npx", "args": ["evil"]}' } })
  await expect(building).rejects.toMatchObject({ code: 'refused', field: 'mcpServerConfig' })
})
