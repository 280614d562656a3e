import {
  asyncMultiOptions,
  asyncOptions,
  defineNode,
  NodeError,
  type NodeContext,
  type Toolkit,
} from '@chatwright/core'
import { listMcpTools, mcpToolkit, type OpenMcpServer } from './mcp-toolkit.ts'

export default defineNode({
  name: 'customMcpServerTool',
  label: 'MCP Server',
  version: 1,
  category: 'Tools (MCP)',
  description: 'Lets an agent use the tools of an MCP server from the Tools page, including ones that need a sign-in.',
  icon: 'mcp.svg',
  keywords: ['mcp', 'model context protocol', 'oauth'],
  baseClasses: ['Tool'],
  traits: { acts: true },
  documentation: 'https://modelcontextprotocol.io',
  inputs: {
    mcpServerId: asyncOptions('listServers', {
      destination: true,
      label: 'MCP Server',
      description: 'An MCP server from the Tools page.',
    }),
    mcpActions: asyncMultiOptions('listActions', {
      destination: false,
      label: 'Available Actions',
      description: 'The tools the agent may use. Leave empty to allow all.',
      optional: true,
    }),
  },
  example: { mcpServerId: 'server-1' },
  build: ({ inputs, context }): Toolkit =>
    mcpToolkit(openServer(context, inputs.mcpServerId), { actions: inputs.mcpActions, context }),
  load: {
    async listServers({ context }) {
      const servers = await context.mcpServers.list()
      return servers.map(({ id, name, serverUrl }) => ({ name: id, label: name, description: serverUrl }))
    },
    async listActions({ inputs, context, signal }) {
      const { mcpServerId: id } = inputs
      if (typeof id !== 'string' || id === '') return []
      const tools = await listMcpTools(openServer(context, id), signal)
      return tools.map(({ name, description }) => ({ label: name, name, description }))
    },
  },
})

/** Tokens are renewed and servers are changed between two calls, so that each looks anew. */
function openServer(context: Pick<NodeContext, 'mcpServers'>, id: string): OpenMcpServer {
  return async () => {
    const opened = await context.mcpServers.open(id)
    if (opened) return { server: { url: new URL(opened.serverUrl), headers: {} }, fetch: opened.fetch }
    throw new NodeError('The MCP server of this node was deleted.', {
      code: 'not-found',
      field: 'mcpServerId',
      hint: 'Choose another one, or add it again under Tools, MCP servers.',
    })
  }
}
