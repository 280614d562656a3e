import { NodeError } from '@chatwright/core'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { boundFetch } from './mcp-fetch.ts'

/** What is known of an authorization between its steps, and after them. Plain JSON, and secret. */
export interface McpAuthorization {
  client?: StoredOAuthClientInformation
  tokens?: StoredOAuthTokens
  /** When the access token is no longer good, in milliseconds since 1970. */
  goodUntil?: number
  verifier?: string
  discovery?: OAuthDiscoveryState
}

export interface AuthorizeOptions {
  serverUrl: string
  /** Where the browser comes back to. */
  redirectUrl: string
  /** Tells the one who comes back from anybody else. */
  state: string
  scope?: string
  known: McpAuthorization
  fetch: typeof fetch
  now: () => number
  signal: AbortSignal
  /** What the browser came back with. */
  code?: string
  issuer?: string
}

export interface Authorized {
  known: McpAuthorization
  /** Where a person has to allow it. Missing once there are tokens. */
  redirectTo?: string
}

const BOUNDS = { maxBytes: 1024 ** 2, maxLines: 20_000, maxValues: 20_000 }

/**
 * Goes as far as it can get without a person: finds who authorizes, registers with them, and gives the address to open; with a code,
 * or with a token that can be refreshed, gets tokens. The vendor's library does the protocol (metadata of the protected resource,
 * PKCE, resource indicators); what is kept is handed in and out.
 */
export async function authorizeMcp(options: AuthorizeOptions): Promise<Authorized> {
  const { auth } = await import('@modelcontextprotocol/client')
  const { serverUrl, scope, code, issuer, signal } = options
  const session = createSession(options)
  const bounded = boundFetch({ fetch: (url, init) => options.fetch(url, { ...init, signal }) }, BOUNDS)
  try {
    await auth(session.provider, {
      serverUrl,
      fetchFn: bounded.fetch,
      ...(scope !== undefined && scope !== '' && { scope }),
      ...(code !== undefined && { authorizationCode: code }),
      ...(issuer !== undefined && { iss: issuer }),
    })
  } catch (cause) {
    bounded.overflow.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new NodeError(`The MCP server couldn't be authorized: ${reason.slice(0, 500)}`, {
      code: 'wrong-credential',
      hint: "Check its address. If the server doesn't register clients automatically, enter the ID of a client you registered.",
      cause,
    })
  }
  return session.result()
}

function createSession({ redirectUrl, state, known: before, now }: AuthorizeOptions) {
  const known: McpAuthorization = { ...before }
  let redirectTo: string | undefined
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'Chatwright',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: known.client?.client_secret === undefined ? 'none' : 'client_secret_post',
    },
    state: () => state,
    clientInformation: () => known.client,
    saveClientInformation: (client) => {
      known.client = client
    },
    tokens: () => known.tokens,
    saveTokens: (tokens) => {
      // One that is not given anew stays good.
      const refresh = tokens.refresh_token ?? known.tokens?.refresh_token
      known.tokens = { ...tokens, ...(refresh !== undefined && { refresh_token: refresh }) }
      if (tokens.expires_in === undefined) delete known.goodUntil
      else known.goodUntil = now() + tokens.expires_in * 1000
      delete known.verifier
    },
    redirectToAuthorization: (url) => {
      // Any other would start a program, or read a file, on the machine of whoever signs in.
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        throw new Error(`Its sign-in page isn't a web page (${url.protocol}).`)
      }
      redirectTo = url.href
    },
    saveCodeVerifier: (verifier) => {
      known.verifier = verifier
    },
    codeVerifier: () => known.verifier ?? '',
    saveDiscoveryState: (discovery) => {
      known.discovery = discovery
    },
    discoveryState: () => known.discovery,
    invalidateCredentials: (what) => {
      if (what === 'all' || what === 'client') delete known.client
      if (what === 'all' || what === 'tokens') delete known.tokens
      if (what === 'all' || what === 'discovery') delete known.discovery
      if (what === 'all' || what === 'verifier') delete known.verifier
    },
  }
  return {
    provider,
    result: (): Authorized => ({ known, ...(redirectTo !== undefined && { redirectTo }) }),
  }
}
