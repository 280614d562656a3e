import { asyncMultiOptions, code, defineNode, type Toolkit } from '@chatwright/core'
import { CONNECTIONS, signedFetch } from '../http/connections.ts'
import { readServerConfig } from './mcp-server.ts'
import { listMcpTools, mcpToolkit } from './mcp-toolkit.ts'

export default defineNode({
  name: 'customMCP',
  label: 'Custom MCP',
  version: 1.1,
  category: 'Tools (MCP)',
  description: 'Lets an agent use the tools of an MCP server over HTTP.',
  icon: 'mcp.svg',
  keywords: ['mcp', 'model context protocol'],
  baseClasses: ['Tool'],
  credential: { names: CONNECTIONS, optional: true },
  traits: { acts: true },
  documentation: 'https://modelcontextprotocol.io',
  inputs: {
    mcpServerConfig: code({
      label: 'MCP Server Config',
      description: "A JSON object with the server's URL and headers.",
      language: 'json',
      default: '{\n  "url": "https://example.com/mcp",\n  "headers": {}\n}',
    }),
    mcpActions: asyncMultiOptions('listActions', {
      destination: false,
      label: 'Available Actions',
      description: 'The tools the agent may use. Leave empty to allow all.',
      optional: true,
    }),
  },
  build({ inputs, credential, context }): Toolkit {
    const server = readServerConfig(inputs.mcpServerConfig)
    const fetch = signedFetch(credential, context)
    return mcpToolkit(async () => ({ server, fetch }), { actions: inputs.mcpActions, context })
  },
  load: {
    async listActions({ inputs, credential, context, signal }) {
      const { mcpServerConfig: config } = inputs
      if (typeof config !== 'string') return []
      const server = readServerConfig(config)
      const tools = await listMcpTools(async () => ({ server, fetch: signedFetch(credential, context) }), signal)
      return tools.map(({ name, description }) => ({ label: name, name, description }))
    },
  },
})
