import { NodeError, type JsonSchema } from '@chatwright/core'
import { z } from 'zod'

export interface McpServer {
  url: URL
  headers: Record<string, string>
}

export interface McpTool {
  name: string
  description: string
  parameters: JsonSchema
}

export interface McpAnswer {
  /** All of it, with a mark where something other than text stood. */
  text: string
  /** The text parts alone. */
  words: string
  /** As base64. */
  pictures: { mimeType: string; data: string }[]
}

export interface McpConnection {
  listTools(): Promise<McpTool[]>
  callTool(name: string, input: Record<string, unknown>): Promise<McpAnswer>
  close(): Promise<void>
}

const Config = z.looseObject({
  url: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  command: z.unknown().optional(),
})

/** Reads `{"url": …, "headers": …}`, alone or as the one entry of `{"mcpServers": {…}}`. */
export function readServerConfig(text: string): McpServer {
  const outer = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()).optional() }).safeParse(parseJson(text))
  const entry = outer.data?.mcpServers ? Object.values(outer.data.mcpServers)[0] : outer.data
  const config = Config.safeParse(entry)
  if (config.data?.command !== undefined) {
    throw new NodeError('This server is started by a command, and flows may not start programs on the server.', {
      code: 'refused',
      field: 'mcpServerConfig',
      hint: 'Use the address of a server that speaks MCP over HTTP: {"url": "https://…/mcp"}.',
    })
  }
  if (!config.data?.url || !URL.canParse(config.data.url)) {
    throw new NodeError('The MCP server configuration holds no address.', {
      code: 'bad-input',
      field: 'mcpServerConfig',
      hint: 'Write {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer …"}}.',
    })
  }
  return { url: new URL(config.data.url), headers: config.data.headers ?? {} }
}

/** Connects over streamable HTTP. The caller closes. */
export async function connectMcp(
  { url, headers }: McpServer,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<McpConnection> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client({ name: 'chatwright', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(url, { fetch, requestInit: { headers } })
  try {
    await client.connect(transport, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw new NodeError(`The MCP server at ${url.origin} did not connect: ${messageOf(cause)}`, {
      code: 'unreachable',
      field: 'mcpServerConfig',
      hint: 'Check its address and headers, and that it speaks MCP over streamable HTTP.',
      cause,
    })
  }
  const failed = (cause: unknown): never => {
    signal.throwIfAborted()
    throw new NodeError(`The MCP server at ${url.origin} failed: ${messageOf(cause)}`, { cause })
  }
  return {
    close: () => client.close(),
    async listTools() {
      const { tools } = await client.listTools(undefined, { signal }).catch(failed)
      return tools.map(({ name, description, inputSchema }) => ({
        name,
        description: description ?? name,
        parameters: inputSchema as JsonSchema,
      }))
    },
    async callTool(name, input) {
      const result = await client.callTool({ name, arguments: input }, { signal }).catch(failed)
      const text = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
      if (result.isError) throw new NodeError(text || `The tool "${name}" failed.`)
      return {
        text: text === '' && result.structuredContent ? JSON.stringify(result.structuredContent) : text,
        words: result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'),
        pictures: result.content.filter((part) => part.type === 'image'),
      }
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The reason under "fetch failed", which says nothing by itself. */
function messageOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const reason = failure.cause instanceof Error ? messageOf(failure.cause) : ''
  return reason === '' ? failure.message : reason
}
