import { z } from 'zod'
import { asRead, IdParams, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'MCP'

/** A flow as a tool for whatever speaks the Model Context Protocol. */
export const McpServer = z.object({
  enabled: z.boolean(),
  /** What clients show as `Authorization: Bearer …`; empty until it is switched on for the first time. */
  token: z.string(),
  toolName: z.string(),
  /** Tells a model when to use it. */
  description: z.string(),
  /** Where clients connect. */
  address: z.string(),
  /** Without a login the server answers to its own machine only. */
  isReachable: z.boolean(),
  /** Whether the address begins with the public address of the server. */
  isPublicUrl: z.boolean(),
})
export type McpServer = z.infer<typeof McpServer>

const writable = {
  toolName: text(64).regex(/^[\w-]+$/, 'A tool is named with letters, digits, hyphens and underscores, 64 at most'),
  description: text(2000).refine((words) => words.trim() !== '', 'A model needs a description to choose a tool by'),
}

export const NewMcpServer = asRead(z.strictObject(writable).partial(), McpServer)
export type NewMcpServer = z.infer<typeof NewMcpServer>

export const McpServerChanges = asRead(z.strictObject({ ...writable, enabled: z.boolean() }).partial(), McpServer)
export type McpServerChanges = z.infer<typeof McpServerChanges>

export const getMcpServer = defineRoute({
  method: 'GET',
  path: '/mcp-server/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: "Get a flow's MCP address, token, name and description.",
  params: IdParams,
  response: McpServer,
  errors: ['chatflow-not-found'],
})

export const createMcpServer = defineRoute({
  method: 'POST',
  path: '/mcp-server/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: "Turn on MCP for a flow. Omitted fields come from the flow's name; an existing token stays.",
  params: IdParams,
  body: NewMcpServer,
  response: McpServer,
  errors: ['chatflow-not-found'],
})

export const updateMcpServer = defineRoute({
  method: 'PUT',
  path: '/mcp-server/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: "Update a flow's MCP name or description, or turn it off and on with the same token.",
  params: IdParams,
  body: McpServerChanges,
  response: McpServer,
  errors: ['chatflow-not-found'],
})

export const deleteMcpServer = defineRoute({
  method: 'DELETE',
  path: '/mcp-server/:id',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Turn off MCP for a flow and delete its token, name and description.',
  params: IdParams,
  response: McpServer,
  errors: ['chatflow-not-found'],
})

export const refreshMcpToken = defineRoute({
  method: 'POST',
  path: '/mcp-server/:id/refresh',
  access: 'owner',
  right: 'flow.share',
  tag,
  summary: 'Create a new MCP token. The old one stops working.',
  params: IdParams,
  response: McpServer,
  errors: ['chatflow-not-found', 'mcp-off'],
})

export const callMcpFlow = defineRoute({
  method: 'POST',
  path: '/mcp/:id',
  access: 'public',
  way: 'mcp',
  tag,
  summary: "Use a flow over MCP (streamable HTTP) with the flow's token.",
  params: IdParams,
  consumes: 'raw',
  errors: [
    'unauthorized',
    'forbidden',
    'chatflow-not-found',
    'unsupported-media-type',
    'payload-too-large',
    'too-many-requests',
  ],
})

export const callMcp = defineRoute({
  method: 'POST',
  path: '/mcp',
  access: 'public',
  way: 'mcp',
  tag,
  summary:
    'Use the whole server over MCP with an API key: find and run flows. With the rights, read, edit, check and save them, and read traces.',
  consumes: 'raw',
  errors: ['unauthorized', 'forbidden', 'unsupported-media-type', 'payload-too-large', 'too-many-requests'],
})
