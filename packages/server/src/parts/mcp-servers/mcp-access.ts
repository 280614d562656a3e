import { NodeError, type McpServerAccess } from '@chatwright/core'
import { authorizeMcp, type McpAuthorization } from '@chatwright/nodes'
import { createTokenKeeper, RENEWAL_MS, sendSigned, type TokenHolder } from '../connections/keep-tokens.ts'
import type { KnownSecrets } from '../credentials/known-secrets.ts'
import type { SecretBox } from '../credentials/secret-box.ts'
import type { McpServerRow, McpServerStore } from './mcp-server-store.ts'

/** What is kept encrypted of how a server is signed in to. */
export interface KeptAuth {
  headers?: Record<string, string>
  clientId?: string
  clientSecret?: string
  scope?: string
  known?: McpAuthorization
  /** Somebody is in a browser to allow it, and comes back with this. */
  pending?: { state: string; until: number }
}

export interface McpAccess {
  readAuth(row: McpServerRow): KeptAuth
  sealAuth(id: string, auth: KeptAuth): string
  /** How flows find and reach servers. */
  forNodes: McpServerAccess
}

export interface McpAccessDependencies {
  store: McpServerStore
  box: Pick<SecretBox, 'seal' | 'open'>
  /** The guarded way out: private networks are out of reach. */
  fetch: typeof fetch
  secrets: Pick<KnownSecrets, 'remember'>
  redirectUrl: string
  now: () => Date
}

export function createMcpAccess({ store, box, fetch, secrets, redirectUrl, now }: McpAccessDependencies): McpAccess {
  const client = { fetch }
  const keeper = createTokenKeeper(() => now().getTime())

  const readAuth = ({ id, auth_config: sealed }: McpServerRow): KeptAuth => {
    const auth = JSON.parse(box.open({ table: 'custom_mcp_server', id }, sealed)) as KeptAuth
    const { tokens } = auth.known ?? {}
    // No run and no trace may repeat them.
    secrets.remember({ ...auth.headers, access: tokens?.access_token, refresh: tokens?.refresh_token })
    return auth
  }
  const sealAuth = (id: string, auth: KeptAuth): string =>
    box.seal({ table: 'custom_mcp_server', id }, JSON.stringify(auth))

  const require = async (id: string): Promise<McpServerRow> => {
    const row = await store.find(id)
    if (!row) throw new NodeError('The MCP server was deleted.', { code: 'not-found' })
    return row
  }

  const holderOf = (id: string): TokenHolder => {
    let name = ''
    const again = (): NodeError => signInAgain({ name })
    return {
      id,
      async read() {
        const row = await require(id)
        name = row.name
        const { known } = readAuth(row)
        return {
          access: known?.tokens?.access_token,
          goodUntil: known?.goodUntil,
          canRenew: known?.tokens?.refresh_token !== undefined,
        }
      },
      takeRenewal: (forMs) => store.takeRenewal(id, forMs),
      async renew() {
        const row = await require(id)
        const auth = readAuth(row)
        const asked = {
          serverUrl: row.server_url,
          redirectUrl,
          state: '',
          known: auth.known ?? {},
          fetch,
          signal: AbortSignal.timeout(RENEWAL_MS),
          now: () => now().getTime(),
        }
        const { known, redirectTo } = await authorizeMcp(asked).finally(() => store.update(id, { renewed_until: null }))
        const token = redirectTo === undefined ? known.tokens?.access_token : undefined
        if (token === undefined) {
          await store.update(id, { status: 'ERROR', error: again().message, updated_date: now().toISOString() })
          throw again()
        }
        await store.update(id, { auth_config: sealAuth(id, { ...auth, known }), updated_date: now().toISOString() })
        return token
      },
      signInAgain: again,
    }
  }

  const signedFetch =
    (id: string): typeof fetch =>
    async (input, init) => {
      const row = await require(id)
      const auth = readAuth(row)
      const ask = (token: string | undefined): Promise<Response> => {
        const headers = new Headers(init?.headers)
        for (const [name, value] of Object.entries(auth.headers ?? {})) headers.set(name, value)
        if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
        return client.fetch(input, { ...init, headers })
      }
      if (row.auth_type !== 'OAUTH') return ask(undefined)
      return sendSigned(ask, { keeper, holder: holderOf(id) })
    }

  return {
    readAuth,
    sealAuth,
    forNodes: {
      async list() {
        const rows = await store.list()
        return rows.map(({ id, name, server_url: serverUrl }) => ({ id, name, serverUrl }))
      },
      async open(id) {
        const row = await store.find(id)
        return row && { serverUrl: row.server_url, fetch: signedFetch(id) }
      },
    },
  }
}

function signInAgain({ name }: Pick<McpServerRow, 'name'>): NodeError {
  return new NodeError(`The MCP server "${name}" needs a new sign-in.`, {
    code: 'wrong-credential',
    hint: 'Open Tools, MCP servers, and connect it again.',
  })
}
