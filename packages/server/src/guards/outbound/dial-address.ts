import { NodeError } from '@chatwright/core'
import { lookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { AddressPolicy } from './address-policy.ts'
import type { Resolver } from './guarded-connect.ts'

/** Resolves a host once and returns an address that was checked, so that what is dialled is what was allowed. */
export function createDialAddress(
  policy: AddressPolicy,
  resolver: Resolver = (host, done) => lookup(host, { all: true }, done),
): (host: string) => Promise<string> {
  const resolve = (host: string): Promise<LookupAddress[]> =>
    new Promise((found, fail) => resolver(host, (error, addresses) => (error ? fail(error) : found(addresses))))

  return async (typed) => {
    const host = typed.replaceAll(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [{ address: host }] : await resolve(host).catch(unreachable(host))
    for (const { address } of addresses) policy.check(host, address)
    const [first] = addresses
    return first ? first.address : unreachable(host)(undefined)
  }
}

function unreachable(host: string): (cause: unknown) => never {
  return (cause) => {
    throw new NodeError(`The host ${host} doesn't exist.`, {
      code: 'unreachable',
      hint: 'Check the spelling of the address.',
      cause,
    })
  }
}
