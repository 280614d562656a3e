import { parseAddress } from '../../guards/outbound/parse-address.ts'

const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

/**
 * Whom a limit counts as one caller: an IPv4 address however it is written, or a whole IPv6 network (/64), as whoever has
 * one address there has billions.
 */
export function networkOf(address: string): string {
  const bytes = parseAddress(address)
  if (!bytes) return address
  if (bytes.length === 4) return bytes.join('.')
  if (MAPPED.every((byte, place) => bytes[place] === byte)) return bytes.slice(MAPPED.length).join('.')
  return `${Buffer.from(bytes.slice(0, 8)).toString('hex')}/64`
}
