import { asyncMultiOptions, code, defineNode, type Tool, type Toolkit } from '@chatwright/core'
import { keepPictures } from './keep-pictures.ts'
import { connectMcp, readServerConfig, type McpConnection } from './mcp-server.ts'
import { capText, toolName } from './text-tool.ts'

export default defineNode({
  name: 'customMCP',
  label: 'Custom MCP',
  version: 1.1,
  category: 'Tools (MCP)',
  description: 'Lets an agent use the tools of an MCP server, over HTTP.',
  icon: 'mcp.svg',
  keywords: ['mcp', 'model context protocol'],
  baseClasses: ['Tool'],
  traits: { acts: true },
  documentation: 'https://modelcontextprotocol.io',
  inputs: {
    mcpServerConfig: code({
      label: 'MCP Server Config',
      description: 'The address of the server and the headers it wants, as JSON.',
      language: 'json',
      default: '{\n  "url": "https://example.com/mcp",\n  "headers": {}\n}',
    }),
    mcpActions: asyncMultiOptions('listActions', {
      destination: false,
      label: 'Available Actions',
      description: 'Which of its tools the agent may use. None chosen means all.',
      optional: true,
    }),
  },
  build({ inputs, context }): Toolkit {
    const server = readServerConfig(inputs.mcpServerConfig)
    const fetch = context.fetch
    return {
      kind: 'toolkit',
      async tools({ signal }) {
        const offered = await withConnection(await connectMcp(server, { fetch, signal, purpose: 'list' }), (mcp) =>
          mcp.listTools(),
        )
        const chosen = inputs.mcpActions?.length ? new Set(inputs.mcpActions) : undefined
        return offered
          .filter(({ name }) => chosen?.has(name) ?? true)
          .map(({ name, description, parameters, isReadOnly }): Tool => ({
            kind: 'tool',
            name: toolName(name),
            description,
            parameters,
            ...(isReadOnly && { effect: 'reads' }),
            call: async (input, run) =>
              withConnection(await connectMcp(server, { fetch, signal: run.signal, purpose: 'call' }), async (mcp) => {
                const { text, ...answer } = await mcp.callTool(name, input)
                const artifacts = await keepPictures(answer, context.files, run)
                return artifacts.length === 0 ? capText(text) : { content: capText(text), artifacts }
              }),
          }))
      },
    }
  },
  load: {
    async listActions({ inputs, context, signal }) {
      if (typeof inputs.mcpServerConfig !== 'string') return []
      const connection = await connectMcp(readServerConfig(inputs.mcpServerConfig), {
        fetch: context.fetch,
        signal,
        purpose: 'list',
      })
      const tools = await withConnection(connection, (mcp) => mcp.listTools())
      return tools.map(({ name, description }) => ({ label: name, name, description }))
    },
  },
})

/** A connection lives for one exchange: values are shared by requests, and a session must not be. */
async function withConnection<Result>(
  connection: McpConnection,
  use: (connection: McpConnection) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(connection)
  } finally {
    await connection.close()
  }
}
