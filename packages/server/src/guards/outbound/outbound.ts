import { NodeError } from '@chatwright/core'
import type { Agent } from 'undici'
import { createAddressPolicy } from './address-policy.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import { createDialAddress } from './dial-address.ts'
import { dispatch, type Answer } from './dispatch.ts'
import type { Resolver } from './guarded-connect.ts'
import { limitPieces } from './limit-pieces.ts'
import { discard, unpackPieces } from './pieces.ts'
import type { PiecewiseResponse } from './piecewise-response.ts'
import { MAX_REDIRECTS, nextRequest, sentElsewhere } from './redirect.ts'
import { readRequest, type RequestParts } from './request-parts.ts'

export interface Outbound {
  /** For addresses that came from data: private networks and this machine are out of reach. */
  fetch: typeof fetch
  /** For addresses that a builder typed into a model node: this machine may be reached. */
  providerFetch: typeof fetch
  /** For clients that open sockets of their own: the checked address of a host that a builder typed. */
  dialAddress(host: string): Promise<string>
  close(): Promise<void>
}

export interface OutboundOptions {
  allowedPrivateHosts: readonly string[]
  limits?: Partial<OutboundLimits>
  resolver?: Resolver
  /** Puts one request on the wire; tests answer it there instead. */
  dispatch?: typeof dispatch | undefined
}

export interface OutboundLimits {
  connectMs: number
  firstByteMs: number
  idleMs: number
  totalMs: number
  maxBytes: number
}

const dataLimits: OutboundLimits = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  idleMs: 60_000,
  totalMs: 300_000,
  maxBytes: 100 * 1024 ** 2,
}

/** A model may think for minutes before its first word. */
const providerLimits: OutboundLimits = { ...dataLimits, firstByteMs: 300_000, idleMs: 180_000, totalMs: 1_800_000 }

/** The only way out of this server. */
export function createOutbound({
  allowedPrivateHosts,
  limits,
  resolver,
  dispatch: send = dispatch,
}: OutboundOptions): Outbound {
  const shared = { allowedPrivateHosts, resolver, send }
  const clients = [
    createClient({ ...shared, limits: { ...dataLimits, ...limits }, isLoopbackAllowed: false }),
    createClient({ ...shared, limits: { ...providerLimits, ...limits }, isLoopbackAllowed: true }),
  ] as const
  return {
    fetch: clients[0].fetch,
    providerFetch: clients[1].fetch,
    dialAddress: createDialAddress(createAddressPolicy({ allowedPrivateHosts, isLoopbackAllowed: true }), resolver),
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

interface ClientOptions {
  allowedPrivateHosts: readonly string[]
  isLoopbackAllowed: boolean
  limits: OutboundLimits
  resolver: Resolver | undefined
  send: typeof dispatch
}

function createClient({ allowedPrivateHosts, isLoopbackAllowed, limits, resolver, send }: ClientOptions) {
  const { connectMs: timeoutMs, firstByteMs, idleMs } = limits
  const agents = new Map<boolean, Promise<Agent>>()
  // Loaded with the first request that leaves: a start is ready that much sooner.
  const openAgent = async (mayReachLoopback: boolean): Promise<Agent> => {
    const policy = createAddressPolicy({ allowedPrivateHosts, isLoopbackAllowed: mayReachLoopback })
    const { createGuardedAgent } = await import('./guarded-agent.ts')
    return createGuardedAgent({ policy, timeoutMs, firstByteMs, idleMs, ...(resolver && { resolver }) })
  }
  /** This machine is reached at the address that was typed: where that server sends us on to is its word, not the builder's. */
  const agentFor = ({ url }: RequestParts, first: RequestParts): Promise<Agent> => {
    const mayReachLoopback = isLoopbackAllowed && url.origin === first.url.origin
    const opened = agents.get(mayReachLoopback) ?? openAgent(mayReachLoopback)
    agents.set(mayReachLoopback, opened)
    return opened
  }

  const guardedFetch: typeof fetch = async (input, init) => {
    const first = await readRequest(input, init)
    first.signal?.throwIfAborted()
    const deadline = startDeadline(limits.totalMs, first.signal)
    try {
      return await follow(first, deadline)
    } catch (error) {
      deadline.end()
      throw deadline.explain(first.url.host, error)
    }
  }

  const follow = async (first: RequestParts, deadline: Deadline): Promise<Response> => {
    let parts = first
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      refuseOtherProtocols(parts.url)
      const answer = await send(await agentFor(parts, first), parts, deadline).catch((error: unknown) => {
        // Of an address that nobody typed, the builder has to know who named it.
        throw isLoopbackAllowed && hop > 0 && isRefusal(error) ? sentElsewhere(first.url, parts.url, error) : error
      })
      const next = first.redirect === 'manual' ? undefined : nextRequest(parts, answer)
      if (!next) return toResponse(answer, { url: parts.url, isRedirected: hop > 0, deadline })
      await discard(answer.body)
      if (first.redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
      parts = next
    }
    throw new NodeError(`${first.url.host} redirects in a loop.`, { code: 'failed' })
  }

  const toResponse = async (
    answer: Answer,
    { url, isRedirected, deadline }: { url: URL; isRedirected: boolean; deadline: Deadline },
  ): Promise<Response> => {
    const { PiecewiseResponse } = await loadResponses()
    if (bodiless.has(answer.status)) {
      void discard(answer.body)
      deadline.end()
      return new PiecewiseResponse(answer, url, { pieces: undefined, isRedirected })
    }
    const { host } = url
    const { maxBytes } = limits
    const unpacked = unpackPieces(answer.body, answer.headers.get('content-encoding'), {
      host,
      limit: (packed) => limitPieces(packed, { host, maxBytes }),
    })
    const pieces = limitPieces(unpacked, {
      host,
      maxBytes,
      onEnd: () => deadline.end(),
      explain: (error) => deadline.explain(host, brokenOff(error, deadline)),
    })
    return new PiecewiseResponse(answer, url, { pieces, isRedirected })
  }

  return {
    fetch: guardedFetch,
    close: async () => {
      for (const agent of agents.values()) await (await agent).destroy()
    },
  }
}

let responses: Promise<{ PiecewiseResponse: typeof PiecewiseResponse }> | undefined

/** With them comes the client built into Node, which weighs 5 MB: a start does without it too. */
function loadResponses() {
  return (responses ??= import('./piecewise-response.ts'))
}

/** Answers of these never have a body, whatever was sent. */
const bodiless = new Set([204, 205, 304])

function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof NodeError && error.cause.code === 'refused'
}

/** The shape `fetch` gives a body that ends before its end. */
function brokenOff(error: unknown, { isOver }: Deadline): unknown {
  return isOver ? error : new TypeError('terminated', { cause: error })
}

function refuseOtherProtocols({ protocol }: URL): void {
  if (protocol === 'http:' || protocol === 'https:') return
  throw new NodeError(`The address must start with http:// or https://, not ${protocol}`, { code: 'refused' })
}
