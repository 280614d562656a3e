import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface OAuthProvider {
  origin: string
  /** How often tokens were given for a refresh token. */
  renewals: number
  /** How often a refresh token was shown that is no longer good. */
  refusals: number
  /** Scopes that the person does not allow. */
  refusedScopes: string[]
  /** What calls to its API showed. */
  shown: string[]
  /** Lets every access token be refused from now on, as one that ran out. */
  endTokens(): void
  /** Lets every token be refused, refresh tokens too. */
  revokeAll(): void
  close(): Promise<void>
}

export const CLIENT = { id: 'chatwright', secret: 'a-secret-of-the-client-of-ours-0123456789' }

const TOKENS = 'AccessToken ClientCredentials DeviceCode Grant IdToken Interaction RefreshToken Session'.split(' ')

/**
 * A real provider from npm: PKCE is demanded, refresh tokens are good once, and showing one a second time ends the whole sign-in. Its API,
 * `/items`, takes tokens that are good. Whoever opens its page is signed in, and allows what is asked for.
 */
export async function startOAuthProvider(redirectUrl: string): Promise<OAuthProvider> {
  let inner: Provider | undefined
  const ended = new Set<string>()
  const given = new Set<string>()
  let isRevoked = false
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', 'http://provider')
      if (!inner) throw new Error('The provider has not started')
      if (pathname === '/items') {
        const token = (request.headers.authorization ?? '').replace('Bearer ', '')
        oauth.shown.push(token)
        given.add(token)
        const isGood = token !== '' && !ended.has(token)
        response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' })
        response.end(isGood ? '[{"name":"Tea"}]' : '{"error":"invalid_token"}')
      } else if (pathname === '/narrow') {
        response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end()
      } else if (pathname === '/token' && isRevoked) {
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end('{"error":"invalid_grant","error_description":"The sign-in was revoked"}')
      } else if (pathname.startsWith('/interaction/')) {
        const { prompt, params } = await inner.interactionDetails(request, response)
        if (prompt.name === 'login') {
          await inner.interactionFinished(request, response, { login: { accountId: 'ada' } })
          return
        }
        const grant = new inner.Grant({ accountId: 'ada', clientId: params.client_id })
        for (const scope of params.scope.split(' ')) {
          if (oauth.refusedScopes.includes(scope)) grant.rejectOIDCScope(scope)
          else grant.addOIDCScope(scope)
        }
        await inner.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
      } else await inner.callback()(request, response)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oauth: OAuthProvider = {
    origin,
    renewals: 0,
    refusals: 0,
    refusedScopes: [],
    shown: [],
    endTokens: () => given.forEach((token) => ended.add(token)),
    revokeAll() {
      isRevoked = true
      oauth.endTokens()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  inner = new Provider(origin, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUrl],
        grant_types: [
          'authorization_code',
          'refresh_token',
          'client_credentials',
          'urn:ietf:params:oauth:grant-type:device_code',
        ],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    clientDefaults: { token_endpoint_auth_method: 'client_secret_post' },
    cookies: { keys: ['one-key-of-a-test'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
    },
    scopes: ['openid', 'offline_access', 'items:read', 'items:write'],
    pkce: { required: () => true },
    ttl: Object.fromEntries(TOKENS.map((kind) => [kind, 3600])),
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    renderError: async (context: { body: string }, out: object) => {
      context.body = JSON.stringify(out)
    },
  })
  inner.on('grant.success', () => undefined)
  inner.on('refresh_token.consumed', () => {
    oauth.renewals += 1
  })
  inner.on('grant.error', () => {
    oauth.refusals += 1
  })
  return oauth
}

/** As a browser would: follows every page, and stops where it would come back to us. */
export async function allowInBrowser(address: string, redirectUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = address
  for (let pages = 0; pages < 20; pages += 1) {
    if (next.startsWith(redirectUrl)) return new URL(next)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const page = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of page.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = page.headers.get('location')
    if (location === null) throw new Error(`${next}: ${page.status} ${await page.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('The provider sent the browser in circles')
}
