import { NodeError } from '@chatwright/core'
import { classifyAddress, type AddressClass } from './address-class.ts'
import { isInRange, readRange } from './address-range.ts'

export interface AddressPolicy {
  /** Throws when a host that resolved to this address may not be dialled. */
  check(host: string, address: string): void
}

interface PolicyOptions {
  /** Names, addresses and ranges (`10.0.0.0/8`) the operator opened. */
  allowedPrivateHosts: readonly string[]
  /** For addresses that a builder typed into a model node. */
  isLoopbackAllowed: boolean
}

export function createAddressPolicy({ allowedPrivateHosts, isLoopbackAllowed }: PolicyOptions): AddressPolicy {
  const names = new Set(allowedPrivateHosts.map((entry) => entry.toLowerCase()))
  const ranges = allowedPrivateHosts.flatMap((entry) => readRange(entry) ?? [])

  const isListed = (host: string, address: string): boolean =>
    names.has(host.toLowerCase()) || ranges.some((range) => isInRange(address, range))

  return {
    check(host, address) {
      const kind = classifyAddress(address)
      if (kind === 'public') return
      if (kind === 'loopback' && isLoopbackAllowed) return
      if (kind !== 'forbidden' && isListed(host, address)) return
      throw refusal(host, kind)
    },
  }
}

function refusal(host: string, kind: Exclude<AddressClass, 'public'>): NodeError {
  const reasons = {
    forbidden: 'is a link-local, metadata or reserved address, which is never called',
    loopback: "points to this server's own machine",
    private: 'is in a private network',
  }
  return new NodeError(`The server can't call ${host}: it ${reasons[kind]}.`, {
    code: 'refused',
    hint:
      kind === 'forbidden'
        ? "Use the service's public address."
        : `To allow it, the operator can set ALLOWED_PRIVATE_HOSTS=${host}.`,
  })
}
