import { isWithin } from './address-class.ts'
import { parseAddress } from './parse-address.ts'

/** `10.0.0.0/8`; a single address is the range of it alone. */
export interface AddressRange {
  prefix: string
  bits: number
}

/** Undefined for what is no address, such as a name. */
export function readRange(entry: string): AddressRange | undefined {
  const [prefix = '', bits] = entry.split('/')
  const bytes = parseAddress(prefix)
  if (!bytes) return undefined
  return { prefix: prefix.replace(/^\[|\]$/g, ''), bits: bits === undefined ? bytes.length * 8 : Number(bits) }
}

export function isInRange(address: string, { prefix, bits }: AddressRange): boolean {
  return isWithin(unmapped(parseAddress(address) ?? []), prefix, bits)
}

/** `::ffff:10.0.0.1` is 10.0.0.1, so a listed range holds it too. */
function unmapped(bytes: number[]): number[] {
  const isMapped = bytes.length === 16 && isWithin(bytes, '::ffff:0:0', 96)
  return isMapped ? bytes.slice(12) : bytes
}
