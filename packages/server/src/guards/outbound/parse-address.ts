import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

/** The bytes of an IP address in text: 4 or 16 of them. What only some programs take for one (octal numbers, fewer dots) is none. */
export function parseAddress(address: string): number[] | undefined {
  const text = address.replaceAll(/^\[|\]$/g, '').replace(/%.*$/s, '')
  return isIP(text) === 0 ? undefined : ipaddr.parse(inHexadecimal(text)).toByteArray()
}

/** The library reads `::10.0.0.1` as `::ffff:10.0.0.1`, so an address that nobody listed would be in a listed network. */
function inHexadecimal(text: string): string {
  const tail = text.lastIndexOf(':') + 1
  if (tail === 0 || !text.includes('.')) return text
  const [a = 0, b = 0, c = 0, d = 0] = text.slice(tail).split('.').map(Number)
  return `${text.slice(0, tail)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
