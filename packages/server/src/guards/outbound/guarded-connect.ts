import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressPolicy } from './address-policy.ts'

/** Resolves a name; a test hands in one that lies. */
export type Resolver = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

export interface ConnectOptions {
  policy: AddressPolicy
  timeoutMs: number
  resolver?: Resolver
}

/**
 * Dials only addresses the policy allows. The check sits where the socket is made, so that neither a redirect nor a name
 * that changes its address between two lookups gets past it.
 */
export function guardedConnect({ policy, timeoutMs, resolver = resolveAll }: ConnectOptions): buildConnector.connector {
  const lookup: LookupFunction = (host, options, callback) => {
    resolver(host, (fault, addresses) => {
      const error = fault ?? refusalOf(policy, host, addresses)
      if (error) {
        callback(error, '', 0)
        return
      }
      const family = options.family === 4 || options.family === 6 ? options.family : undefined
      const usable = family ? addresses.filter((entry) => entry.family === family) : addresses
      const [first] = usable
      if (!first) callback(notFound(host), '', 0)
      else if (options.all) callback(null, usable)
      else callback(null, first.address, first.family)
    })
  }
  const dial = buildConnector({ timeout: timeoutMs, lookup })

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    // The resolver is not asked about an address that is written out.
    const error = isIP(host) ? refusalOf(policy, host, [{ address: host }]) : undefined
    if (error) callback(error, null)
    else dial(target, callback)
  }
}

function refusalOf(policy: AddressPolicy, host: string, addresses: readonly { address: string }[]): Error | undefined {
  try {
    for (const { address } of addresses) policy.check(host, address)
    return undefined
  } catch (error) {
    return error as Error
  }
}

function resolveAll(...[host, done]: Parameters<Resolver>): void {
  resolve(host, { all: true }, done)
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
}
