import { NodeError, type Run, type Tool, type Toolkit } from '@chatwright/core'
import { expect, test } from 'vitest'
import { instrument } from './instrument.ts'

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
    hide,
  ) as Tool
  expect(await told.call({}, run)).toBe('It is •••')
  const failing = instrument(
    tool(async () => {
      throw new NodeError('Refused: s3cret')
    }),
    node,
    hide,
  ) as Tool
  await expect(failing.call({}, run)).rejects.toMatchObject({ message: expect.stringContaining('Refused: •••') })
})
