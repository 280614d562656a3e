import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressPolicy } from './address-policy.ts'

/** Resolves a name; a test hands in one that lies. */
export type Resolver = (host: string) => Promise<LookupAddress[]>

interface ConnectOptions {
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
    resolver(host).then(
      (addresses) => {
        try {
          for (const { address } of addresses) policy.check(host, address)
        } catch (error) {
          callback(error as NodeJS.ErrnoException, '', 0)
          return
        }
        const family = options.family === 4 || options.family === 6 ? options.family : undefined
        const usable = family ? addresses.filter((entry) => entry.family === family) : addresses
        const [first] = usable
        if (!first) callback(notFound(host), '', 0)
        else if (options.all) callback(null, usable)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    )
  }
  const dial = buildConnector({ timeout: timeoutMs, lookup })

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    try {
      // The resolver is not asked about an address that is written out.
      if (isIP(host)) policy.check(host, host)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    dial(target, callback)
  }
}

function resolveAll(host: string): Promise<LookupAddress[]> {
  return new Promise((done, fail) => {
    resolve(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)))
  })
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
}
