import { NodeError, parseJson } from '@chatwright/core'
import type { jsonSchemaValidator } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { untilAborted } from '../http/until-aborted.ts'
import { boundFetch } from './mcp-fetch.ts'
import { readMcpTools, type McpTool } from './mcp-tools.ts'

export interface McpServer {
  url: URL
  headers: Record<string, string>
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
  const outer = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()).optional() }).safeParse(readJson(text))
  const entry = outer.data?.mcpServers ? Object.values(outer.data.mcpServers)[0] : outer.data
  const config = Config.safeParse(entry)
  if (config.data?.command !== undefined) {
    throw new NodeError("This server starts with a command, and flows can't start programs on the server.", {
      code: 'refused',
      field: 'mcpServerConfig',
      hint: 'Enter the URL of an MCP server that uses HTTP: {"url": "https://…/mcp"}.',
    })
  }
  if (!config.data?.url || !URL.canParse(config.data.url)) {
    throw new NodeError('The MCP server configuration has no URL.', {
      code: 'bad-input',
      field: 'mcpServerConfig',
      hint: 'Enter an object such as {"url": "https://example.com/mcp", "headers": {"Authorization": "Bearer …"}}.',
    })
  }
  return { url: new URL(config.data.url), headers: config.data.headers ?? {} }
}

/** What lists of tools take, descriptions and all; reading much more would keep everybody else waiting. */
const LIST_BOUNDS = { maxBytes: 1024 ** 2, maxLines: 20_000, maxValues: 20_000 }
/** Answers may hold pictures. */
const CALL_BOUNDS = { maxBytes: 8 * 1024 ** 2, maxLines: 20_000, maxValues: 20_000 }

/**
 * What a tool gives back becomes words for a model, whatever its schema says. Compiling the schemas of a stranger takes
 * as long as the stranger likes, and their patterns may take longer.
 */
const takeAsGiven: jsonSchemaValidator = {
  getValidator: () => (given) => ({ valid: true, data: given as never, errorMessage: undefined }),
}

/** Connects over streamable HTTP, to list or to call. The caller closes. */
export async function connectMcp(
  { url, headers }: McpServer,
  { fetch, signal: given, purpose }: { fetch: typeof globalThis.fetch; signal: AbortSignal; purpose: 'list' | 'call' },
): Promise<McpConnection> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client({ name: 'chatwright', version: '1.0.0' }, { jsonSchemaValidator: takeAsGiven })
  const bounded = boundFetch({ fetch }, purpose === 'list' ? LIST_BOUNDS : CALL_BOUNDS)
  const transport = new StreamableHTTPClientTransport(url, { fetch: bounded.fetch, requestInit: { headers } })
  const signal = AbortSignal.any([given, bounded.overflow])
  try {
    await untilAborted(client.connect(transport, { signal }), signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw new NodeError(`The MCP server at ${url.origin} didn't connect: ${messageOf(cause)}`, {
      code: 'unreachable',
      field: 'mcpServerConfig',
      hint: 'Check its address and headers, and that it supports MCP over streamable HTTP.',
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
      const listing = client.listTools(undefined, { signal, cacheMode: 'bypass' })
      const { tools } = await untilAborted(listing, signal).catch(failed)
      return readMcpTools(tools)
    },
    async callTool(name, input) {
      const calling = client.callTool({ name, arguments: input }, { signal })
      const result = await untilAborted(calling, signal).catch(failed)
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

function readJson(text: string): unknown {
  try {
    return parseJson(text)
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
