import {
  createMcpHandler,
  McpServer,
  oauthMetadataResponse,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GuardedMcpServer {
  /** Where it speaks MCP. */
  url: string
  /** Access tokens that are good now. */
  tokens: Set<string>
  /** How often tokens were renewed, and clients registered. */
  renewals: number
  registrations: number
  /** Headers of what was asked of its tools. */
  asked: Record<string, unknown>[]
  /** Whether refresh tokens are good. */
  renews: boolean
  /** Where people are sent to allow it, where that is not its own page. */
  signInPage: string | undefined
  close(): Promise<void>
}

/**
 * The official server library behind OAuth: metadata of the resource and of the authorization server, clients that register
 * themselves, PKCE, and refresh tokens that are good once. Whoever opens its page has allowed it.
 */
export async function startGuardedMcpServer({ isOpen = false } = {}): Promise<GuardedMcpServer> {
  const guarded: GuardedMcpServer = {
    url: '',
    tokens: new Set(),
    renewals: 0,
    registrations: 0,
    asked: [],
    renews: true,
    signInPage: undefined,
    close: async () => undefined,
  }
  const codes = new Map<string, string>()
  const refreshable = new Set<string>()
  let origin = ''

  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'stock', version: '1.0.0' })
    server.registerTool('count_lamps', { description: 'Counts the lamps.' }, async () => ({
      content: [{ type: 'text', text: 'Twelve lamps.' }],
    }))
    return server
  })

  const grant = (): Response => {
    const [access, refresh] = [randomUUID(), randomUUID()]
    guarded.tokens.add(access)
    refreshable.add(refresh)
    return Response.json({ access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 })
  }
  const token = (form: URLSearchParams): Response => {
    if (form.get('grant_type') === 'refresh_token') {
      if (!guarded.renews || !refreshable.delete(form.get('refresh_token') ?? '')) {
        return Response.json({ error: 'invalid_grant' }, { status: 400 })
      }
      guarded.renewals += 1
      return grant()
    }
    const challenge = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const made = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === made ? grant() : Response.json({ error: 'invalid_grant' }, { status: 400 })
  }
  const authorize = ({ searchParams: asked }: URL): Response => {
    const code = randomUUID()
    codes.set(code, asked.get('code_challenge') ?? '')
    const back = new URL(asked.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', asked.get('state') ?? '')
    return new Response(null, { status: 302, headers: { location: back.href } })
  }

  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (isOpen) {
      guarded.asked.push(Object.fromEntries(request.headers))
      return handler.fetch(request)
    }
    const oauthMetadata = {
      issuer: origin,
      authorization_endpoint: guarded.signInPage ?? `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    }
    const metadata = oauthMetadataResponse(request, { oauthMetadata, resourceServerUrl: new URL(guarded.url) })
    if (metadata) return metadata
    if (url.pathname === '/register') {
      guarded.registrations += 1
      const asked = (await request.json()) as object
      return Response.json({ ...asked, client_id: randomUUID() }, { status: 201 })
    }
    if (url.pathname === '/authorize') return authorize(url)
    if (url.pathname === '/token') return token(new URLSearchParams(await request.text()))
    const gate = requireBearerAuth({
      resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp`,
      verifier: {
        async verifyAccessToken(shown) {
          if (!guarded.tokens.has(shown)) throw new OAuthError(OAuthErrorCode.InvalidToken, 'unknown')
          return { token: shown, clientId: 'test', scopes: [], expiresAt: Math.floor(Date.now() / 1000) + 3600 }
        },
      },
    })
    const allowed = await gate(request)
    if (allowed instanceof Response) return allowed
    guarded.asked.push(Object.fromEntries(request.headers))
    return handler.fetch(request)
  }

  const server = createServer(async (incoming, outgoing) => {
    const response = await answer(await toRequest(incoming, origin))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  guarded.url = `${origin}/mcp`
  guarded.close = () =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return guarded
}

async function toRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { method = 'GET', url = '/', headers } = incoming
  return new Request(`${origin}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(method === 'POST' && { body: Buffer.concat(chunks) }),
  })
}
