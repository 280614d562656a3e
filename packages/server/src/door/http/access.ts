import { AppError, isCountedRead, type Route } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../../ground/config/config.ts'
import { isSignInToken } from './sign-in-token.ts'
import { isFromThisMachine, readNetworks } from './allowed-networks.ts'
import { readAuthorization } from './authorization.ts'
import { withoutManaging, type Caller } from '../askers/caller.ts'
import { isStranger, keyOf, may, personOf } from '../askers/may.ts'
import { normalLogin } from '../askers/normal-login.ts'
import type { KeyGuesses } from './key-guesses.ts'
import { forwardedBy, relayOf } from './relay-of.ts'

export interface AccessOptions {
  config: Pick<Config, 'corsOrigins' | 'ownerNetworks' | 'trustedProxies'>
  /** Undefined where whoever reaches the server on loopback is its owner. */
  login: OwnerLogin | undefined
  /** The sign-in behind a token. */
  findSignIn(token: string): Promise<KnownSignIn | undefined>
  /** Whom a name and a password belong to, where it isn't the operator. Throws when this address guessed too often of late. */
  findPerson(given: { name: string; password: string }, address: string): Promise<KnownPerson | undefined>
  keys: KeyGuesses<Extract<Caller, { kind: 'api-key' }>>
  /** Counts a public read of a stranger. Throws where their network had too many. */
  countRead(address: string): void
  /** Hears of a name with a wrong password, or of one that nobody has. */
  noteWrongLogin?: (request: FastifyRequest, route: Pick<Route, 'method' | 'path'>) => Promise<void>
  /** Hears of a header in which a proxy named its caller, where none is trusted. */
  noteRelay(header: string): void
}

export type KnownPerson = Pick<Extract<Caller, { kind: 'person' }>, 'id' | 'name' | 'role'>

export interface KnownSignIn {
  id: string
  /** Whose it is, with what they sign in with. Left out for the operator. */
  person?: KnownPerson & { login: string }
}

/** The one login of a server, as requests show it. */
export interface OwnerLogin {
  isName(name: string): boolean
  /** Whether both are right. Throws when this address guessed too often of late. */
  fits(given: { name: string; password: string }, address: string): Promise<boolean>
}

export interface Access {
  /** Who calls. A wrong password is an error, never an anonymous caller; so is an unknown key where one is needed. */
  identify(request: FastifyRequest, route: Pick<Route, 'access' | 'way' | 'method' | 'path'>): Promise<Caller>
  /** Lets the caller pass or throws. */
  admit(route: Route, asker: Asker, request: FastifyRequest): void
}

/** Decides on the matched route and the presented credentials, never on the text of the address. */
export function createAccess({
  config,
  login,
  findSignIn,
  findPerson,
  keys,
  countRead,
  noteWrongLogin,
  noteRelay,
}: AccessOptions): Access {
  const identifyKey = async (key: string, { ip }: FastifyRequest, { access }: Pick<Route, 'access'>) => {
    const found = await keys.find(key, ip)
    if (found) return found
    // Where no key may be needed, clients send the one they had elsewhere; it matters where the flow demands one.
    if (access !== 'owner') return { kind: 'anonymous' as const, noteWrongKey: () => keys.count(ip) }
    keys.count(ip)
    throw new AppError('unauthorized')
  }

  const identifyOwner = async (
    { name, password }: { name: string; password: string },
    request: FastifyRequest,
    route: Pick<Route, 'access' | 'method' | 'path'>,
  ): Promise<Caller> => {
    const { ip } = request
    const { access } = route
    // Without a login every local caller is the owner; a browser may still send an old one.
    if (!login) return { kind: 'anonymous' }
    if (isSignInToken(password)) {
      const found = await findSignIn(password)
      if (found && !found.person && login.isName(name)) return { kind: 'owner', signIn: found.id }
      if (found?.person && found.person.login === normalLogin(name)) {
        const { login: _, ...person } = found.person
        return { kind: 'person', ...person, signIn: found.id }
      }
      if (access !== 'owner') return { kind: 'anonymous' }
      throw new AppError('unauthorized', undefined, { message: 'This sign-in has ended. Sign in again.' })
    }
    // The operator's name is theirs, whoever else came to have it.
    if (login.isName(name)) {
      if (await login.fits({ name, password }, ip)) return { kind: 'owner' }
    } else {
      const person = await findPerson({ name, password }, ip)
      if (person) return { kind: 'person', ...person }
    }
    await noteWrongLogin?.(request, route)
    throw new AppError('unauthorized', undefined, { message: 'The username or password is wrong.' })
  }

  const holds = readNetworks(config.ownerNetworks)

  const callerOf = async (
    request: FastifyRequest,
    route: Pick<Route, 'access' | 'way' | 'method' | 'path'>,
  ): Promise<Caller> => {
    const mayManage = holds(request.ip) || isFromThisMachine(request)
    // Before anything that was shown is looked at: elsewhere nobody learns whether a password is right.
    if (!mayManage && route.access === 'owner') throw refusedNetwork(request)
    const presented = readAuthorization(request.headers.authorization) ?? keyInHeader(request, route)
    if (!presented) return { kind: 'anonymous' }
    if (presented.kind === 'key') {
      const caller = await identifyKey(presented.key, request, route)
      return mayManage ? caller : withoutManaging(caller)
    }
    if (mayManage) return identifyOwner(presented, request, route)
    // A browser that was signed in elsewhere may chat, as everybody may.
    if (!login || isSignInToken(presented.password)) return { kind: 'anonymous' }
    throw refusedNetwork(request)
  }

  return {
    async identify(request, route) {
      const forwarded = config.trustedProxies === 0 ? forwardedBy(request) : undefined
      if (forwarded !== undefined) noteRelay(forwarded)
      const caller = await callerOf(request, route)
      const operates = !login && caller.kind === 'anonymous' && whyForeign(request, config) === undefined
      return operates ? { ...caller, isOperator: true } : caller
    },

    admit(route, asker, request) {
      const hasKey = keyOf(asker) !== undefined
      if (!login && !hasKey) refuseForeignNames(request)
      if (isStranger(asker) && isCountedRead(route)) countRead(request.ip)
      if (route.access !== 'owner' || isAdmitted(asker, route)) return
      if (hasKey) {
        const wanted = route.isForKeys ? `"${route.right}" or "manage"` : '"manage"'
        throw new AppError('forbidden', undefined, {
          message: `This API key doesn't have the permission ${wanted}.`,
        })
      }
      if (personOf(asker) !== undefined) {
        throw new AppError('forbidden', undefined, {
          message: `Your role doesn't have the permission "${route.right}".`,
        })
      }
      if (login) throw new AppError('unauthorized')
      throw new AppError('forbidden', undefined, { message: whyForeign(request, config) ?? OTHER_SITE })
    },
  }
}

/** A key that doesn't manage reaches only what minds its flows, whatever words it has. */
function isAdmitted(asker: Asker, { right, isForKeys }: Route): boolean {
  if (may(asker, 'server.admin')) return true
  const isPerson = personOf(asker) !== undefined
  if (right === undefined || right === 'signed-in') return isPerson && right !== undefined
  return (isPerson || isForKeys) && may(asker, right)
}

/** Clients of Anthropic's protocol send their key so. */
function keyInHeader({ headers }: FastifyRequest, { way }: Pick<Route, 'way'>) {
  const key = headers['x-api-key']
  return way === 'openai' && typeof key === 'string' && key !== '' ? { kind: 'key' as const, key } : undefined
}

function refusedNetwork({ ip }: FastifyRequest): AppError {
  return new AppError('forbidden', undefined, {
    message: `This server can't be managed from ${ip}. Its operator can add the network to OWNER_NETWORKS.`,
  })
}

/** A site can point a name of its own at 127.0.0.1 and read us as if we were a part of it (rebinding): Host shows it. */
function refuseForeignNames({ headers }: FastifyRequest): void {
  const host = hostName(headers.host)
  if (host === undefined || isLoopback(host)) return
  throw new AppError('forbidden', undefined, {
    message: `No login is set, so this server only accepts requests to localhost, not to ${host}. ${SET_A_LOGIN}`,
  })
}

/**
 * Without a login the server trusts callers on loopback. A page on another site could make the browser call it (forged requests),
 * which shows in Origin or Sec-Fetch-Site; and through a proxy everybody comes from loopback.
 */
function whyForeign(request: FastifyRequest, { corsOrigins }: Pick<Config, 'corsOrigins'>): string | undefined {
  const relay = relayOf(request)
  if (relay !== undefined) return `This request came through a proxy (${relay}), but no login is set. ${SET_A_LOGIN}`
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const isOwn = origin === undefined ? site !== 'same-site' : isSameHost(origin, host) || corsOrigins.includes(origin)
  return isOwn && site !== 'cross-site' ? undefined : OTHER_SITE
}

const OTHER_SITE = "Other sites can't manage this server."
const SET_A_LOGIN = 'Set CHATWRIGHT_USERNAME and CHATWRIGHT_PASSWORD.'

/** Whether a page is one of our own. */
export function isSameHost(origin: string, host: string | undefined): boolean {
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
