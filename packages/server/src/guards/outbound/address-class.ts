import { parseAddress } from './parse-address.ts'

/**
 * Where an address leads.
 * - `forbidden`: cloud metadata, link-local, multicast, reserved. Nobody may open these.
 * - `loopback`: this machine.
 * - `private`: the operator's own network; opened by name or range.
 * - `public`: the internet.
 */
export type AddressClass = 'public' | 'private' | 'loopback' | 'forbidden'

type Range = [prefix: string, bits: number, kind: AddressClass]

/** The first range that matches decides, so single addresses stand before the ranges around them. */
const v4Ranges: readonly Range[] = [
  // Metadata services that are not link-local: Alibaba, Azure, Oracle.
  ['100.100.100.200', 32, 'forbidden'],
  ['168.63.129.16', 32, 'forbidden'],
  ['192.0.0.0', 24, 'forbidden'],
  ['0.0.0.0', 8, 'forbidden'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'forbidden'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.2.0', 24, 'forbidden'],
  ['192.31.196.0', 24, 'forbidden'],
  ['192.52.193.0', 24, 'forbidden'],
  ['192.88.99.0', 24, 'forbidden'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'forbidden'],
  ['198.18.0.0', 15, 'private'],
  ['198.51.100.0', 24, 'forbidden'],
  ['203.0.113.0', 24, 'forbidden'],
  ['224.0.0.0', 4, 'forbidden'],
  ['240.0.0.0', 4, 'forbidden'],
]

const v6Ranges: readonly Range[] = [
  // Metadata services of Amazon and Google.
  ['fd00:ec2::', 32, 'forbidden'],
  ['fd20:ce::', 32, 'forbidden'],
  ['::1', 128, 'loopback'],
  ['::', 128, 'forbidden'],
  ['100::', 64, 'forbidden'],
  ['2001::', 23, 'forbidden'],
  ['2001:db8::', 32, 'forbidden'],
  ['3fff::', 20, 'forbidden'],
  ['5f00::', 16, 'forbidden'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'forbidden'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'forbidden'],
]

/** IPv6 ranges that carry an IPv4 address, and the byte where it starts. */
const carriers: readonly [prefix: string, bits: number, at: number][] = [
  ['::ffff:0:0', 96, 12],
  ['::ffff:0:0:0', 96, 12],
  ['::', 96, 12],
  ['64:ff9b::', 96, 12],
  ['64:ff9b:1::', 48, 12],
  ['2002::', 16, 2],
]

/** Classes an address that hides another one may take, from the worst. */
const severity: readonly AddressClass[] = ['forbidden', 'loopback', 'private', 'public']

export function classifyAddress(address: string): AddressClass {
  const bytes = parseAddress(address)
  if (!bytes) return 'forbidden'
  return bytes.length === 4 ? firstMatch(v4Ranges, bytes) : classifyV6(bytes)
}

function classifyV6(bytes: readonly number[]): AddressClass {
  const own = firstMatch(v6Ranges, bytes)
  if (own !== 'public') return own
  const hidden = new Set(hiddenV4(bytes).map((inner) => firstMatch(v4Ranges, inner)))
  return severity.find((kind) => kind === own || hidden.has(kind)) ?? 'forbidden'
}

function hiddenV4(bytes: readonly number[]): number[][] {
  const found = carriers
    .filter(([prefix, bits]) => isWithin(bytes, prefix, bits))
    .map(([, , at]) => bytes.slice(at, at + 4))
  // ISATAP: any network, then 0:5efe or 200:5efe, then the IPv4 address.
  const isIsatap = (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
  return isIsatap ? [...found, bytes.slice(12)] : found
}

function firstMatch(ranges: readonly Range[], bytes: readonly number[]): AddressClass {
  return ranges.find(([prefix, bits]) => isWithin(bytes, prefix, bits))?.[2] ?? 'public'
}

/** Whether an address lies in a range; ranges of the other family hold nothing. */
export function isWithin(bytes: readonly number[], prefix: string, bits: number): boolean {
  const wanted = parseAddress(prefix)
  if (wanted?.length !== bytes.length) return false
  return wanted.every((byte, index) => {
    const left = Math.min(8, Math.max(0, bits - index * 8))
    const mask = (0xff << (8 - left)) & 0xff
    return (byte & mask) === ((bytes[index] ?? 0) & mask)
  })
}
