import type { NodeContext, Tool, Toolkit } from '@chatwright/core'
import { keepPictures } from './keep-pictures.ts'
import { connectMcp, type McpConnection, type McpServer } from './mcp-server.ts'
import type { McpTool } from './mcp-tools.ts'
import { capText, toolName } from './text-tool.ts'

/** How a server is reached, found out anew for each exchange. */
export type OpenMcpServer = () => Promise<{ server: McpServer; fetch: typeof fetch }>

/** The tools of an MCP server, or the chosen ones of them, for an agent. */
export function mcpToolkit(
  open: OpenMcpServer,
  { actions, context }: { actions: readonly string[] | undefined; context: Pick<NodeContext, 'files'> },
): Toolkit {
  return {
    kind: 'toolkit',
    async tools({ signal }) {
      const offered = await listMcpTools(open, signal)
      const chosen = actions?.length ? new Set(actions) : undefined
      return offered
        .filter(({ name }) => chosen?.has(name) ?? true)
        .map(({ name, description, parameters, isReadOnly }): Tool => ({
          kind: 'tool',
          name: toolName(name),
          description,
          parameters,
          ...(isReadOnly && { effect: 'reads' }),
          call: (input, run) =>
            withConnection(open, { signal: run.signal, purpose: 'call' }, async (mcp) => {
              const { text, ...answer } = await mcp.callTool(name, input)
              const artifacts = await keepPictures(answer, context.files, run)
              return artifacts.length === 0 ? capText(text) : { content: capText(text), artifacts }
            }),
        }))
    },
  }
}

export function listMcpTools(open: OpenMcpServer, signal: AbortSignal): Promise<McpTool[]> {
  return withConnection(open, { signal, purpose: 'list' }, (mcp) => mcp.listTools())
}

/** A connection lives for one exchange: values are shared by requests, and a session must not be. */
async function withConnection<Result>(
  open: OpenMcpServer,
  how: { signal: AbortSignal; purpose: 'list' | 'call' },
  use: (connection: McpConnection) => Promise<Result>,
): Promise<Result> {
  const { server, fetch } = await open()
  const connection = await connectMcp(server, { fetch, ...how })
  try {
    return await use(connection)
  } finally {
    await connection.close()
  }
}
