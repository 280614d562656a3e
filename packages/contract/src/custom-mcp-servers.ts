import { z } from 'zod'
import { asRead, IdParams, IsoDate, text } from './fields.ts'
import { defineRoute } from './route.ts'

const tag = 'MCP servers'

/** How a server knows who asks: not at all, by headers, or by what a person allowed in a browser. */
const AuthType = z.enum(['NONE', 'CUSTOM_HEADERS', 'OAUTH'])

/** As it may be shown: the values of headers and secrets are masked. */
const ShownAuth = z.object({
  headers: z.record(z.string(), z.string()).optional(),
  /** Of a client that was registered by hand, where the server registers none by itself. */
  clientId: z.string().optional(),
  clientSecret: z.string().optional(),
  scope: z.string().optional(),
})

/** A server of the Model Context Protocol whose tools flows may use. */
export const CustomMcpServer = z.object({
  id: z.string(),
  name: z.string(),
  serverUrl: z.string(),
  iconSrc: z.string().nullable(),
  color: z.string().nullable(),
  authType: AuthType,
  authConfig: ShownAuth,
  /** Its tools as JSON, as they were last listed; null before that. */
  tools: z.string().nullable(),
  toolCount: z.number().int(),
  /** `PENDING` until it was reached, `ERROR` when it could not be. */
  status: z.enum(['PENDING', 'AUTHORIZED', 'ERROR']),
  error: z.string().nullable(),
  createdDate: IsoDate,
  updatedDate: IsoDate,
})
export type CustomMcpServer = z.infer<typeof CustomMcpServer>

const HeaderName = text(100).regex(/^[\w!#$%&'*+.^`|~-]+$/, 'This is not the name of a header')
const writable = {
  name: text(100).min(1),
  serverUrl: z.url({ protocol: /^https?$/ }).max(2000),
  iconSrc: text(2000).nullable(),
  color: text(50).nullable(),
  authType: AuthType,
  authConfig: z
    .strictObject({
      headers: z.record(HeaderName, text(8000)),
      clientId: text(2000),
      clientSecret: text(8000),
      scope: text(2000),
    })
    .partial(),
}

export const NewCustomMcpServer = asRead(
  z.strictObject(writable).partial({ iconSrc: true, color: true, authType: true, authConfig: true }),
  CustomMcpServer,
)
export type NewCustomMcpServer = z.infer<typeof NewCustomMcpServer>

export const CustomMcpServerChanges = asRead(z.strictObject(writable).partial(), CustomMcpServer)
export type CustomMcpServerChanges = z.infer<typeof CustomMcpServerChanges>

export const CustomMcpTool = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
})
export type CustomMcpTool = z.infer<typeof CustomMcpTool>

export const listCustomMcpServers = defineRoute({
  method: 'GET',
  path: '/custom-mcp-servers',
  access: 'owner',
  right: 'flow.read',
  tag,
  summary: 'List MCP servers by name. With `page` and `limit`, returns a page.',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(500).optional(),
  }),
  response: z.union([z.array(CustomMcpServer), z.object({ data: z.array(CustomMcpServer), total: z.number().int() })]),
})

export const createCustomMcpServer = defineRoute({
  method: 'POST',
  path: '/custom-mcp-servers',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Add an MCP server. Connect it with `authorize`.',
  body: NewCustomMcpServer,
  response: CustomMcpServer,
})

export const getCustomMcpServer = defineRoute({
  method: 'GET',
  path: '/custom-mcp-servers/:id',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Get an MCP server.',
  params: IdParams,
  response: CustomMcpServer,
  errors: ['mcp-server-not-found'],
})

export const updateCustomMcpServer = defineRoute({
  method: 'PUT',
  path: '/custom-mcp-servers/:id',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Update an MCP server. Masked values stay unchanged; a new URL or sign-in must be authorized again.',
  params: IdParams,
  body: CustomMcpServerChanges,
  response: CustomMcpServer,
  errors: ['mcp-server-not-found'],
})

export const deleteCustomMcpServer = defineRoute({
  method: 'DELETE',
  path: '/custom-mcp-servers/:id',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary: 'Delete an MCP server with its authorization. Flows that use it will fail.',
  params: IdParams,
  response: z.object({ deleted: z.boolean() }),
  errors: ['mcp-server-not-found'],
})

export const authorizeCustomMcpServer = defineRoute({
  method: 'POST',
  path: '/custom-mcp-servers/:id/authorize',
  access: 'owner',
  right: 'credential.edit',
  tag,
  summary:
    'Connect to an MCP server and list its tools. If it requires a sign-in, returns the `authorizationUrl` to open.',
  params: IdParams,
  response: CustomMcpServer.extend({ authorizationUrl: z.string().nullable() }),
  errors: ['mcp-server-not-found', 'mcp-server-failed'],
})

export const listCustomMcpTools = defineRoute({
  method: 'GET',
  path: '/custom-mcp-servers/:id/tools',
  access: 'owner',
  right: 'flow.edit',
  tag,
  summary: 'List the tools of an MCP server.',
  params: IdParams,
  response: z.array(CustomMcpTool),
  errors: ['mcp-server-not-found', 'mcp-server-failed'],
})

export const finishMcpAuthorization = defineRoute({
  method: 'GET',
  path: '/custom-mcp-servers/callback',
  access: 'public',
  isUncounted: true,
  tag,
  summary: "Return from an MCP server's sign-in. Valid once, for ten minutes.",
  query: z.looseObject({
    code: text(4000).optional(),
    state: text(300).optional(),
    iss: text(2000).optional(),
    error: text(300).optional(),
  }),
  produces: 'text',
  errors: ['link-invalid', 'link-expired', 'mcp-server-failed'],
})
