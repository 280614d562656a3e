import { NodeError, type ConnectionSettings, type CredentialValues, type NodeContext } from '@chatwright/core'
import type { Catalogue } from '@chatwright/nodes'
import { isDeepStrictEqual } from 'node:util'
import type { ConnectionTokens } from '../credentials/connection-state.ts'
import type { KnownSecrets } from '../credentials/known-secrets.ts'
import type { CredentialRow, CredentialStore } from '../credentials/credential-store.ts'
import type { CredentialVault } from '../credentials/credential-vault.ts'
import { createTokenKeeper, sendSigned, type TokenHolder } from './keep-tokens.ts'
import { renewTokens, TokenRefusal } from './request-tokens.ts'

export type ConnectionAccess = ReturnType<typeof createConnectionAccess>

export interface ConnectionDependencies {
  store: CredentialStore
  vault: CredentialVault
  catalogue: Pick<Catalogue, 'loadCredential'>
  /** The values of a credential, with what its secret fields name elsewhere. */
  values(row: CredentialRow): Promise<CredentialValues>
  fetch: typeof fetch
  secrets: Pick<KnownSecrets, 'remember'>
  now: () => Date
}

/** How requests are signed with connections, and how these stay good. */
export function createConnectionAccess(dependencies: ConnectionDependencies) {
  const { store, vault, catalogue, values, secrets, now } = dependencies
  const keeper = createTokenKeeper(() => now().getTime())

  const require = async (id: string): Promise<CredentialRow> => {
    const row = await store.find(id)
    if (row) return row
    throw new NodeError('The connection was deleted.', {
      code: 'wrong-credential',
      field: 'credential',
      hint: 'Choose another one in this node.',
    })
  }

  const settingsOf = async (row: CredentialRow): Promise<ConnectionSettings> => {
    const { connection } = await catalogue.loadCredential(row.credential_name)
    if (!connection) throw new NodeError(`"${row.name}" can't be connected.`, { code: 'wrong-credential' })
    return connection(await values(row))
  }

  const read = (row: CredentialRow): ConnectionTokens => {
    const tokens = vault.connection(row)
    // No run and no trace may repeat them.
    secrets.remember({ access: tokens.access, refresh: tokens.refresh })
    return tokens
  }

  /** Whether a connection is still the one that work began with. */
  const isUnchanged = (current: CredentialRow, { row, isSameSignIn }: Since): boolean => {
    if (!isDeepStrictEqual(vault.open(current, { to: 'owner' }), vault.open(row, { to: 'owner' }))) return false
    const [now, before] = [vault.connection(current), vault.connection(row)]
    return !isSameSignIn || (now.access === before.access && now.refresh === before.refresh)
  }

  /** Stores what became of a connection, over whatever else was changed of its row meanwhile. */
  const write = (
    id: string,
    change: (tokens: ConnectionTokens) => ConnectionTokens,
    { state, error, since }: { state: ConnectionState | null; error?: string; since?: Since },
  ): Promise<CredentialRow | undefined> =>
    store.change(id, (current) => {
      if (since && !isUnchanged(current, since)) return { renewed_until: null }
      return {
        encrypted_data: vault.seal(id, vault.open(current, { to: 'owner' }), change(vault.connection(current))),
        connection_state: state,
        connection_error: error ?? null,
        renewed_until: null,
      }
    })

  const holderOf = (id: string): TokenHolder => {
    let name = ''
    return {
      id,
      async read() {
        const row = await require(id)
        name = row.name
        const { access, refresh, goodUntil } = read(row)
        const { grant } = await settingsOf(row)
        const isOwn = grant === 'client-credentials' || grant === 'service-account'
        return { access, goodUntil, canRenew: isOwn || refresh !== undefined }
      },
      takeRenewal: (forMs) => store.takeRenewal(id, forMs),
      async renew() {
        const row = await require(id)
        const settings = await settingsOf(row)
        const since = { row, isSameSignIn: true }
        const before = read(row)
        let fresh: ConnectionTokens
        try {
          fresh = await renewTokens({ settings, fetch: dependencies.fetch, now: now().getTime() }, before)
        } catch (error) {
          const isFinal = error instanceof TokenRefusal
          if (!isFinal) {
            await store.change(id, () => ({ renewed_until: null }))
            throw error
          }
          const failure = signInAgain(name, error.message)
          const stored = await write(id, ({ access: _, goodUntil: __, ...rest }) => rest, {
            state: 'expired',
            error: failure.message,
            since,
          })
          // A refresh token is refused, too, where another process was faster with it.
          const { access } = stored ? read(stored) : {}
          if (access === undefined || access === before.access) throw failure
          return access
        }
        secrets.remember({ access: fresh.access, refresh: fresh.refresh })
        // One that is not given anew stays good.
        const stored = await write(id, (tokens) => ({ ...tokens, ...fresh }), { ...stateOf(fresh, settings), since })
        // Who changed the connection meanwhile meant another sign-in than this one.
        const { access } = stored ? read(stored) : {}
        if (access === undefined) throw signInAgain(name)
        return access
      },
      signInAgain: () => signInAgain(name),
    }
  }

  const connect: NodeContext['connect'] = (credential) => {
    const id = idOf(credential['connection'])
    if (id === undefined) {
      throw new NodeError('This node has no connection.', {
        code: 'missing-credential',
        field: 'credential',
        hint: 'Choose a connection in this node.',
      })
    }
    const holder = holderOf(id)
    return async (input, init) => {
      const settings = await settingsOf(await require(id))
      const url = new URL(input instanceof Request ? input.url : input)
      refuseOtherHost(url, settings)
      const send = (token: string): Promise<Response> => {
        const headers = new Headers(init?.headers)
        headers.set('authorization', `Bearer ${token}`)
        return dependencies.fetch(input, { ...init, headers })
      }
      const response = await sendSigned(send, { keeper, holder })
      if (response.status === 401) {
        const failure = signInAgain((await require(id)).name)
        await write(id, (tokens) => tokens, { state: 'expired', error: failure.message })
        throw failure
      }
      if (response.status === 403 && isNarrow(response)) {
        const { name } = await require(id)
        const failure = new NodeError(`"${name}" isn't allowed to do this.`, {
          code: 'wrong-credential',
          field: 'credential',
          status: 403,
          hint: 'Open the connection, choose the access that is missing, and reconnect it.',
        })
        await write(id, (tokens) => tokens, { state: 'narrowed', error: failure.message })
        throw failure
      }
      return response
    }
  }

  /** Handles are good in this process alone, and are given to those who may use the connection. */
  const handles = new Map<string, string>()
  const ids = new Map<string, string>()
  const idOf = (handle: string | undefined): string | undefined => (handle === undefined ? undefined : ids.get(handle))

  return {
    connect,
    settingsOf,
    read,
    write,
    require,
    token: (id: string) => keeper.token(holderOf(id)),
    /** What a node shows to have its requests signed: a right that no id gives. */
    handleFor(id: string): string {
      const handle = handles.get(id) ?? crypto.randomUUID()
      handles.set(id, handle)
      ids.set(handle, id)
      return handle
    },
  }
}

/** What was read of a connection before something took its time; with `isSameSignIn`, its tokens count, too. */
interface Since {
  row: CredentialRow
  isSameSignIn: boolean
}

export type ConnectionState = 'connected' | 'expired' | 'narrowed' | 'failed'

/** Whether all that was asked for was granted, where the service says. */
export function stateOf(
  { granted }: ConnectionTokens,
  { scopes }: ConnectionSettings,
): { state: ConnectionState; error?: string } {
  const missing = granted ? scopes.filter((scope) => isAccess(scope) && !granted.includes(scope)) : []
  if (missing.length === 0) return { state: 'connected' }
  return { state: 'narrowed', error: `Not allowed: ${missing.map(shortScope).join(', ')}. Reconnect to allow it.` }
}

/** Scopes that ask for a sign-in or a lasting one are often not repeated in the answer. */
function isAccess(scope: string): boolean {
  return !['openid', 'email', 'profile', 'offline_access'].includes(scope)
}

function shortScope(scope: string): string {
  return scope.split('/').at(-1) || scope
}

function isNarrow(response: Response): boolean {
  return response.headers.get('www-authenticate')?.includes('insufficient_scope') ?? false
}

function refuseOtherHost({ protocol, hostname }: URL, { hosts }: ConnectionSettings): void {
  const isOurs = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (isOurs && isSafe) return
  throw new NodeError(`The connection isn't shown to ${hostname}.`, {
    code: 'refused',
    hint: `It is for ${hosts.join(', ')} alone, over https.`,
  })
}

function signInAgain(name: string, reason?: string): NodeError {
  return new NodeError(`The connection "${name}" needs a new sign-in${reason === undefined ? '.' : ` (${reason}).`}`, {
    code: 'wrong-credential',
    field: 'credential',
    status: 401,
    hint: 'Reconnect it.',
  })
}
