import type { Tool } from '@chatwright/core'
import { expect, test } from 'vitest'
import { buildNode } from '../../test/build-node.ts'
import { fixedRetriever } from '../../test/conforming-values.ts'
import calculator from './calculator.ts'
import chatflowTool from './chatflow-tool.ts'
import currentDateTime from './current-date-time.ts'
import { readMcpTools } from './mcp-tools.ts'
import requestsDelete from './requests-delete.ts'
import requestsGet from './requests-get.ts'
import requestsPost from './requests-post.ts'
import retrieverTool from './retriever-tool.ts'
import serper from './serper.ts'

test.each([
  [calculator, {}, 'pure'],
  [currentDateTime, {}, 'reads'],
  [serper, {}, 'reads'],
  [retrieverTool, { retriever: fixedRetriever([]), name: 'a', description: 'b' }, 'reads'],
  [requestsGet, {}, 'reads'],
  [requestsPost, {}, 'writes'],
  [requestsDelete, {}, 'writes'],
  [chatflowTool, { selectedChatflow: 'flow-2', name: 'a', description: 'b' }, undefined],
])('a tool says what a call does to the world, where that is known', async (node, inputs, effect) => {
  const tool = await buildNode<Tool>(node, { inputs, credential: { serperApiKey: 'key' } })
  expect(tool.effect).toBe(effect)
})

test('of a tool from an MCP server it is known when the server says so', () => {
  const inputSchema = { type: 'object' }
  const read = readMcpTools([
    { name: 'look', inputSchema, annotations: { readOnlyHint: true } },
    { name: 'send', inputSchema, annotations: { readOnlyHint: false } },
    { name: 'other', inputSchema },
  ])
  expect(read.map(({ isReadOnly }) => isReadOnly)).toEqual([true, undefined, undefined])
})
