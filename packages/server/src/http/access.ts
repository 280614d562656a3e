import { AppError, type Route } from '@chatwright/contract'
import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback, type Config } from '../config.ts'
import { canManage, type Caller } from './caller.ts'
import type { FailureLimiter } from './failure-limiter.ts'

export interface AccessOptions {
  config: Pick<Config, 'login' | 'corsOrigins'>
  /** Finds the key behind a bearer token. */
  findApiKey(token: string): Promise<Extract<Caller, { kind: 'api-key' }> | undefined>
  failures: FailureLimiter
}

export interface Access {
  /** Who calls. Wrong credentials are an error, never an anonymous caller. */
  identify(request: FastifyRequest, route: Pick<Route, 'toleratesUnknownKey'>): Promise<Caller>
  /** Lets the caller pass or throws. */
  admit(route: Route, caller: Caller, request: FastifyRequest): void
}

/** Decides on the matched route and the presented credentials, never on the text of the address. */
export function createAccess({ config, findApiKey, failures }: AccessOptions): Access {
  return {
    async identify(request, { toleratesUnknownKey }) {
      const [scheme, value] = splitAuthorization(request.headers.authorization)
      if (scheme === '') return { kind: 'anonymous' }
      failures.check(request.ip)
      if (scheme === 'bearer') {
        const key = await findApiKey(value)
        if (key) return key
        if (toleratesUnknownKey) return { kind: 'anonymous', noteWrongKey: () => failures.count(request.ip) }
      } else if (scheme === 'basic' && config.login) {
        if (isLogin(value, config.login)) return { kind: 'owner' }
      } else if (scheme === 'basic') {
        // Without a configured login every local caller is the owner; a browser may still send an old one.
        return { kind: 'anonymous' }
      }
      failures.count(request.ip)
      throw new AppError('unauthorized')
    },

    admit(route, caller, request) {
      if (!config.login && caller.kind !== 'api-key') refuseForeignNames(request)
      if (route.access !== 'owner' || canManage(caller)) return
      if (caller.kind === 'api-key') {
        throw new AppError('forbidden', undefined, {
          message: 'This API key may ask flows but not manage the server. Make one with the "manage" permission.',
        })
      }
      if (config.login) throw new AppError('unauthorized')
      refuseForeignPages(request, config)
    },
  }
}

/** A site can point a name of its own at 127.0.0.1 and read us as if we were a part of it (rebinding): Host shows it. */
function refuseForeignNames({ headers }: FastifyRequest): void {
  const host = hostName(headers.host)
  if (host === undefined || isLoopback(host)) return
  throw new AppError('forbidden', undefined, {
    message: `No login is set, so this server answers to localhost only, not to ${host}. ${SET_A_LOGIN}`,
  })
}

/** Whether the one who calls runs this server. */
export type IsOperator = (caller: Caller, request: FastifyRequest) => boolean

/** Whether the one who calls runs this server: signed in, or on its own machine where nobody needs to. */
export function isOperator(caller: Caller, request: FastifyRequest, config: AccessOptions['config']): boolean {
  if (canManage(caller)) return true
  if (config.login || caller.kind !== 'anonymous') return false
  try {
    refuseForeignPages(request, config)
    return true
  } catch {
    return false
  }
}

/**
 * Without a login the server trusts whoever reaches it on loopback. A page on another site could make the browser call us
 * (forged requests), which shows in Origin or Sec-Fetch-Site; and through a proxy everybody comes from loopback.
 */
function refuseForeignPages(request: FastifyRequest, config: AccessOptions['config']): void {
  const relay = relayHeaders.find((name) => request.headers[name] !== undefined) ?? relayVersion(request)
  if (relay !== undefined) {
    throw new AppError('forbidden', undefined, {
      message: `This request came through a proxy (${relay}), and no login is set. ${SET_A_LOGIN}`,
    })
  }
  const origin = request.headers.origin
  const isOwnOrigin =
    origin === undefined || isSameHost(origin, request.headers.host) || config.corsOrigins.includes(origin)
  if (!isOwnOrigin || request.headers['sec-fetch-site'] === 'cross-site') {
    throw new AppError('forbidden', undefined, { message: 'Another site may not manage this server.' })
  }
}

const SET_A_LOGIN = 'Set CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD.'

/** Proxies that say nothing of themselves speak the oldest HTTP by default; browsers and clients have not for decades. */
function relayVersion({ raw }: FastifyRequest): string | undefined {
  return raw.httpVersion === '1.0' ? 'HTTP/1.0' : undefined
}

const relayHeaders = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-proto',
  'via',
] as const

function splitAuthorization(header: string | undefined): [scheme: string, value: string] {
  const match = /^(\S+)\s+(.+)$/.exec(header?.trim() ?? '')
  return match ? [match[1]?.toLowerCase() ?? '', match[2]?.trim() ?? ''] : ['', '']
}

function isLogin(value: string, login: NonNullable<Config['login']>): boolean {
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const isName = isEqual(text.slice(0, Math.max(colon, 0)), login.username)
  const isPassword = isEqual(text.slice(colon + 1), login.password)
  return colon >= 0 && isName && isPassword
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(createHash('sha256').update(left).digest(), createHash('sha256').update(right).digest())
}

function isSameHost(origin: string, host: string | undefined): boolean {
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}

function hostName(host: string | undefined): string | undefined {
  if (!host) return undefined
  return host.startsWith('[') ? host.slice(0, host.indexOf(']') + 1) : host.replace(/:\d+$/, '')
}
