import {
  AppError,
  type CustomMcpServer,
  type CustomMcpServerChanges,
  type CustomMcpTool,
  type NewCustomMcpServer,
} from '@chatwright/contract'
import { NodeError, withHint } from '@chatwright/core'
import { authorizeMcp, listMcpTools, type McpAuthorization } from '@chatwright/nodes'
import { randomBytes, randomUUID } from 'node:crypto'
import { isSameSecret } from '../credentials/same-secret.ts'
import type { KeptAuth, McpAccess } from './mcp-access.ts'
import type { McpServerRow, McpServerStore } from './mcp-server-store.ts'

export type McpServerService = ReturnType<typeof createMcpServerService>

export interface McpServerDependencies {
  store: McpServerStore
  access: McpAccess
  fetch: typeof fetch
  redirectUrl: string
  now: () => Date
}

const MASK = '••••••••'
const LIMIT_MS = 30_000
/** For so long somebody may take to allow it in a browser. */
const PENDING_MS = 600_000

export function createMcpServerService({ store, access, fetch, redirectUrl, now }: McpServerDependencies) {
  const require = async (id: string): Promise<McpServerRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('mcp-server-not-found', { id })
    return row
  }

  const toServer = (row: McpServerRow): CustomMcpServer => ({
    id: row.id,
    name: row.name,
    serverUrl: row.server_url,
    iconSrc: row.icon_src,
    color: row.color,
    authType: row.auth_type,
    authConfig: masked(access.readAuth(row)),
    tools: row.tools,
    toolCount: row.tool_count,
    status: row.status,
    error: row.error,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  })

  const listTools = async (row: McpServerRow): Promise<CustomMcpTool[]> => {
    const open = async () => {
      const opened = await access.forNodes.open(row.id)
      if (!opened) throw new AppError('mcp-server-not-found', { id: row.id })
      return { server: { url: new URL(opened.serverUrl), headers: {} }, fetch: opened.fetch }
    }
    const tools = await told(listMcpTools(open, AbortSignal.timeout(LIMIT_MS)))
    return tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: { ...parameters } }))
  }

  /** Keeps what a server offers, or why it could not be asked. */
  const reach = async (row: McpServerRow): Promise<CustomMcpServer> => {
    const at = now().toISOString()
    try {
      const tools = await listTools(row)
      await store.update(row.id, {
        tools: JSON.stringify(tools),
        tool_count: tools.length,
        status: 'AUTHORIZED',
        error: null,
        updated_date: at,
      })
    } catch (error) {
      if (error instanceof AppError) {
        await store.update(row.id, { status: 'ERROR', error: error.message, updated_date: at })
      }
      throw error
    }
    return toServer(await require(row.id))
  }

  const authorize = (row: McpServerRow, auth: KeptAuth, more: { state: string; code?: string; issuer?: string }) =>
    told(
      authorizeMcp({
        ...more,
        serverUrl: row.server_url,
        redirectUrl,
        known: withClient(auth),
        fetch,
        now: () => now().getTime(),
        signal: AbortSignal.timeout(LIMIT_MS),
        ...(auth.scope !== undefined && { scope: auth.scope }),
      }),
    )

  return {
    async list(at: { page?: number | undefined; limit?: number | undefined }) {
      if (at.page === undefined || at.limit === undefined) return (await store.list()).map(toServer)
      const rows = await store.list({ page: at.page, limit: at.limit })
      return { data: rows.map(toServer), total: await store.count() }
    },

    get: async (id: string): Promise<CustomMcpServer> => toServer(await require(id)),

    async create(values: NewCustomMcpServer): Promise<CustomMcpServer> {
      const { name, serverUrl, iconSrc = null, color = null, authType = 'NONE', authConfig = {} } = values
      const id = randomUUID()
      const at = now().toISOString()
      await store.insert({
        id,
        name,
        server_url: serverUrl,
        icon_src: iconSrc,
        color,
        auth_type: authType,
        auth_config: access.sealAuth(id, withoutMasks(authConfig, {})),
        tools: null,
        tool_count: 0,
        status: 'PENDING',
        error: null,
        renewed_until: null,
        created_date: at,
        updated_date: at,
      })
      return toServer(await require(id))
    },

    async update(id: string, changes: CustomMcpServerChanges): Promise<CustomMcpServer> {
      const row = await require(id)
      const { name, serverUrl, iconSrc, color, authType = row.auth_type, authConfig } = changes
      const before = access.readAuth(row)
      const isElsewhere = serverUrl !== undefined && new URL(serverUrl).origin !== new URL(row.server_url).origin
      const isOther = isElsewhere || authType !== row.auth_type
      const { known: _, pending: __, ...typed } = before
      // What was allowed by one server, or typed for it, is not shown to another.
      const kept = isElsewhere ? {} : isOther ? typed : before
      const auth = authConfig ? { ...withoutMasks(authConfig, kept), ...keptTokens(kept) } : kept
      await store.update(id, {
        updated_date: now().toISOString(),
        auth_type: authType,
        auth_config: access.sealAuth(id, auth),
        ...(name !== undefined && { name }),
        ...(serverUrl !== undefined && { server_url: serverUrl }),
        ...(iconSrc !== undefined && { icon_src: iconSrc }),
        ...(color !== undefined && { color }),
        ...(isOther && { status: 'PENDING' as const, error: null, tools: null, tool_count: 0 }),
      })
      return toServer(await require(id))
    },

    async delete(id: string): Promise<{ deleted: boolean }> {
      await require(id)
      await store.delete(id)
      return { deleted: true }
    },

    tools: async (id: string): Promise<CustomMcpTool[]> => listTools(await require(id)),

    async authorize(id: string): Promise<CustomMcpServer & { authorizationUrl: string | null }> {
      const row = await require(id)
      const auth = access.readAuth(row)
      if (row.auth_type !== 'OAUTH') return { ...(await reach(row)), authorizationUrl: null }
      const state = `${id}.${randomBytes(32).toString('base64url')}`
      // Always anew: whoever presses the button may want to come as somebody else.
      const { tokens: _, goodUntil: __, ...fresh } = auth.known ?? {}
      const { known, redirectTo } = await authorize(row, { ...auth, known: fresh }, { state })
      const pending = { state, until: now().getTime() + PENDING_MS }
      await store.update(id, {
        auth_config: access.sealAuth(id, { ...auth, known: { ...auth.known, ...known }, pending }),
        updated_date: now().toISOString(),
      })
      return { ...toServer(await require(id)), authorizationUrl: redirectTo ?? null }
    },

    /** Somebody comes back from a browser. Good once. */
    async finish({
      code,
      state = '',
      issuer,
      error,
    }: {
      code?: string | undefined
      state?: string | undefined
      issuer?: string | undefined
      error?: string | undefined
    }): Promise<void> {
      const [id = ''] = state.split('.')
      const row = id === '' ? undefined : await store.find(id)
      const auth = row && access.readAuth(row)
      if (!row || !auth?.pending || !isSameSecret(state, auth.pending.state)) throw new AppError('link-invalid')
      const { pending, ...rest } = auth
      await store.update(id, { auth_config: access.sealAuth(id, rest) })
      if (pending.until <= now().getTime()) throw new AppError('link-expired')
      if (code === undefined) {
        const reason = `Access was denied${error === undefined ? '' : ` (${error})`}.`
        await store.update(id, { status: 'ERROR', error: reason, updated_date: now().toISOString() })
        throw new AppError('mcp-server-failed', undefined, { message: reason })
      }
      const { known } = await authorize(row, rest, { state, code, ...(issuer !== undefined && { issuer }) })
      await store.update(id, { auth_config: access.sealAuth(id, { ...rest, known }) })
      await reach(row)
    },
  }
}

/** A client that somebody registered by hand takes the place of one that registers itself. */
function withClient({ known = {}, clientId, clientSecret }: KeptAuth): McpAuthorization {
  if (clientId === undefined || clientId === '') return known
  return { ...known, client: { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }) } }
}

function keptTokens({ known, pending }: KeptAuth): Pick<KeptAuth, 'known' | 'pending'> {
  return { ...(known && { known }), ...(pending && { pending }) }
}

function masked({ headers, clientId, clientSecret, scope }: KeptAuth): CustomMcpServer['authConfig'] {
  return {
    ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, MASK])) }),
    ...(clientId !== undefined && { clientId }),
    ...(clientSecret !== undefined && { clientSecret: MASK }),
    ...(scope !== undefined && { scope }),
  }
}

/** What was sent back as it was shown is what is kept already. */
function withoutMasks(
  { headers, clientId, clientSecret, scope }: NonNullable<NewCustomMcpServer['authConfig']>,
  before: KeptAuth,
): KeptAuth {
  const unmasked = Object.entries(headers ?? {}).flatMap(([name, value]) => {
    const meant = value === MASK ? before.headers?.[name] : value
    return meant === undefined ? [] : [[name, meant] as const]
  })
  const secret = clientSecret === MASK ? before.clientSecret : clientSecret
  return {
    ...(headers && { headers: Object.fromEntries(unmasked) }),
    ...(clientId !== undefined && { clientId }),
    ...(secret !== undefined && { clientSecret: secret }),
    ...(scope !== undefined && { scope }),
  }
}

async function told<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof NodeError) && !(error instanceof Error && error.name === 'TimeoutError')) throw error
    const message =
      error instanceof NodeError ? withHint(error.message, error.hint) : "The MCP server didn't respond in time."
    throw new AppError('mcp-server-failed', undefined, { message, cause: error })
  }
}
