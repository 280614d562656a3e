import { NodeError, parseJson, type ConnectionSettings } from '@chatwright/core'
import { createHash, createSign, randomBytes } from 'node:crypto'
import type { ConnectionTokens } from '../credentials/connection-state.ts'

export interface TokenRequest {
  settings: ConnectionSettings
  fetch: typeof fetch
  now: number
}

/** Shorter than a renewal is held: who waits longer finds another process renewing, too. */
const LIMIT_MS = 20_000
const LARGEST_ANSWER = 200_000

/** A service's refusal to give tokens: `invalid_grant` and the like, and its sentence. */
export class TokenRefusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface Pkce {
  verifier: string
  challenge: string
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The page on which a person allows it. */
export function authorizationAddress(
  settings: ConnectionSettings,
  { state, challenge, redirectUrl }: { state: string; challenge: string; redirectUrl: string },
): string {
  const url = new URL(settings.authorizationUrl ?? '')
  // Any other would start a program, or read a file, on the machine of whoever signs in.
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error(`${url.protocol} isn't a web page`)
  const params = {
    ...settings.authorizationParams,
    response_type: 'code',
    client_id: settings.clientId ?? '',
    redirect_uri: redirectUrl,
    ...(settings.scopes.length > 0 && { scope: scopeText(settings) }),
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.href
}

export function exchangeCode(
  request: TokenRequest,
  { code, verifier, redirectUrl }: { code: string; verifier: string; redirectUrl: string },
): Promise<ConnectionTokens> {
  return requestTokens(request, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUrl,
    code_verifier: verifier,
  })
}

/** Tokens anew: with a refresh token, or by showing who we are once more. */
export function renewTokens(request: TokenRequest, before: ConnectionTokens): Promise<ConnectionTokens> {
  const { settings } = request
  const scope = settings.scopes.length > 0 ? { scope: scopeText(settings) } : {}
  if (settings.grant === 'client-credentials') {
    return requestTokens(request, { grant_type: 'client_credentials', ...scope })
  }
  if (settings.grant === 'service-account') {
    return requestTokens(request, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertion(request),
    })
  }
  return requestTokens(request, { grant_type: 'refresh_token', refresh_token: before.refresh ?? '' })
}

export interface DeviceCode {
  code: string
  userCode: string
  address: string
  everyMs: number
  until: number
}

export async function requestDeviceCode({ settings, fetch, now }: TokenRequest): Promise<DeviceCode> {
  const asked = authenticated(settings, { scope: scopeText(settings), client_id: settings.clientId ?? '' })
  const answer = await send(fetch, settings.deviceUrl ?? '', asked)
  return {
    code: textOf(answer['device_code']),
    userCode: textOf(answer['user_code']),
    address:
      textOf(answer['verification_uri_complete']) || textOf(answer['verification_uri'] ?? answer['verification_url']),
    everyMs: Math.max(Number(answer['interval'] ?? 5), 1) * 1000,
    until: now + Number(answer['expires_in'] ?? 900) * 1000,
  }
}

/** Answers while nobody has entered a code. */
const STILL_WAITING = new Set(['authorization_pending', 'slow_down'])

/** Nothing while nobody has entered the code. */
export async function exchangeDeviceCode(request: TokenRequest, code: string): Promise<ConnectionTokens | undefined> {
  try {
    return await requestTokens(request, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
    })
  } catch (error) {
    if (error instanceof TokenRefusal && STILL_WAITING.has(error.code)) return undefined
    throw error
  }
}

export async function revokeTokens({ settings, fetch }: TokenRequest, tokens: ConnectionTokens): Promise<void> {
  const token = tokens.refresh ?? tokens.access
  if (settings.revokeUrl === undefined || token === undefined) return
  await send(fetch, settings.revokeUrl, authenticated(settings, { token }))
}

async function requestTokens(
  { settings, fetch, now }: TokenRequest,
  params: Record<string, string>,
): Promise<ConnectionTokens> {
  const asked = { ...settings.tokenParams, ...params }
  const answer = await send(fetch, settings.tokenUrl, authenticated(settings, asked))
  // Slack keeps the token of a user one floor deeper.
  const held =
    answer['access_token'] === undefined ? ((answer['authed_user'] ?? {}) as Record<string, unknown>) : answer
  const access = textOf(held['access_token'])
  if (access === '') throw new TokenRefusal('no-token', 'The answer has no access token.')
  const seconds = Number(held['expires_in'])
  const refresh = textOf(held['refresh_token'])
  const scope = textOf(held['scope'])
  return {
    access,
    ...(refresh !== '' && { refresh }),
    ...(seconds > 0 && { goodUntil: now + seconds * 1000 }),
    ...(scope !== '' && { granted: scope.split(/[\s,]+/) }),
  }
}

function authenticated(
  { clientId, clientSecret, clientAuthentication = 'body', grant }: ConnectionSettings,
  params: Record<string, string>,
): { body: Record<string, string>; headers: Record<string, string> } {
  if (grant === 'service-account') return { body: params, headers: {} }
  if (clientAuthentication === 'header') {
    const pair = [clientId ?? '', clientSecret ?? ''].map((part) => encodeURIComponent(part)).join(':')
    return { body: params, headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
  }
  return {
    body: { ...params, client_id: clientId ?? '', ...(clientSecret && { client_secret: clientSecret }) },
    headers: {},
  }
}

async function send(
  request: TokenRequest['fetch'],
  url: string,
  { body, headers }: { body: Record<string, string>; headers: Record<string, string> },
): Promise<Record<string, unknown>> {
  const response = await request(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(body).toString(),
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  const answer = readAnswer(await boundedText(response))
  const error = textOf(answer['error'])
  if (response.ok && (error === '' || answer['ok'] === true) && answer['ok'] !== false) return answer
  const isBusy = response.status === 429 || response.status >= 500
  if (isBusy && !STILL_WAITING.has(error)) {
    // No word about the sign-in: it may be as good as before.
    throw new NodeError(`The service gives no tokens now (status ${response.status}).`, {
      code: 'unreachable',
      status: response.status,
      isRetryable: true,
      hint: 'Try again later.',
    })
  }
  const sentence = textOf(answer['error_description']) || error || `status ${response.status}`
  throw new TokenRefusal(error || String(response.status), sentence.slice(0, 300))
}

async function boundedText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.byteLength
    if (size > LARGEST_ANSWER) {
      await reader?.cancel()
      throw new TokenRefusal('too-large', 'The answer is too large.')
    }
    pieces.push(piece.value)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function readAnswer(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseJson(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Some services answer as a form.
  }
  return Object.fromEntries(new URLSearchParams(text))
}

/** Who we are, signed with the key of the service account (RFC 7523). */
function assertion({ settings, now }: TokenRequest): string {
  const { account, tokenUrl } = settings
  if (!account) throw new Error('A service account has a key.')
  const seconds = Math.floor(now / 1000)
  const header = { alg: 'RS256', typ: 'JWT', ...(account.keyId && { kid: account.keyId }) }
  const claims = {
    iss: account.email,
    scope: scopeText(settings),
    aud: tokenUrl,
    iat: seconds,
    exp: seconds + 3600,
    ...(account.subject && { sub: account.subject }),
  }
  const unsigned = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  try {
    return `${unsigned}.${createSign('RSA-SHA256').update(unsigned).sign(account.privateKey, 'base64url')}`
  } catch (cause) {
    throw new NodeError("The service account's private key can't be read.", {
      code: 'wrong-credential',
      hint: 'Paste the whole JSON file that the console created for the key.',
      cause,
    })
  }
}

function scopeText({ scopes, scopeSeparator = ' ' }: ConnectionSettings): string {
  return scopes.join(scopeSeparator)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
