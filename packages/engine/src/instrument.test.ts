import { NodeError, type Run, type Toolkit } from '@chatwright/core'
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
