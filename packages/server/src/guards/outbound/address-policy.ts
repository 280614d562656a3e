import { NodeError } from '@chatwright/core'
import { classifyAddress, isWithin, type AddressClass } from './address-class.ts'
import { parseAddress } from './parse-address.ts'

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

  const isListed = (host: string, address: string): boolean => {
    const bytes = unmapped(parseAddress(address) ?? [])
    return names.has(host.toLowerCase()) || ranges.some(({ prefix, bits }) => isWithin(bytes, prefix, bits))
  }

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
    forbidden: 'is an address that is never reached from here: link-local, metadata or reserved',
    loopback: 'leads back to the machine this server runs on',
    private: 'is in a private network',
  }
  return new NodeError(`The server may not call ${host}: it ${reasons[kind]}.`, {
    code: 'refused',
    hint:
      kind === 'forbidden'
        ? 'Use the public address of the service.'
        : `If this is meant, the operator can allow it: ALLOWED_PRIVATE_HOSTS=${host}.`,
  })
}

function readRange(entry: string): { prefix: string; bits: number } | undefined {
  const [prefix = '', bits] = entry.split('/')
  const bytes = parseAddress(prefix)
  if (!bytes) return undefined
  return { prefix: prefix.replace(/^\[|\]$/g, ''), bits: bits === undefined ? bytes.length * 8 : Number(bits) }
}

/** `::ffff:10.0.0.1` is 10.0.0.1, so a listed range holds it too. */
function unmapped(bytes: number[]): number[] {
  const isMapped = bytes.length === 16 && isWithin(bytes, '::ffff:0:0', 96)
  return isMapped ? bytes.slice(12) : bytes
}
