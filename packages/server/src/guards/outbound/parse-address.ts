import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** The bytes of an IP address in text: 4 or 16 of them. What only some programs take for one (octal numbers, fewer dots) is none. */
export function parseAddress(address: string): number[] | undefined {
  const text = address.replaceAll(/^\[|\]$/g, '').replace(/%.*$/s, '')
  return isIP(text) === 0 ? undefined : ipaddr.parse(text).toByteArray()
}
