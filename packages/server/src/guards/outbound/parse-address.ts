import { isIP } from 'node:net'

/** The bytes of an IP address in text: 4 or 16 of them. */
export function parseAddress(address: string): number[] | undefined {
  const text = address
    .replace(/^\[|\]$/g, '')
    .split('%', 1)
    .join('')
  switch (isIP(text)) {
    case 4:
      return text.split('.').map(Number)
    case 6:
      return parseV6(text)
    default:
      return undefined
  }
}

function parseV6(text: string): number[] {
  const [head = '', tail] = text.split('::')
  const front = groups(head)
  const back = tail === undefined ? [] : groups(tail)
  const gap = tail === undefined ? 0 : 16 - front.length - back.length
  return [...front, ...Array<number>(gap).fill(0), ...back]
}

function groups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((group) => {
    // The last 32 bits may be written as an IPv4 address.
    if (group.includes('.')) return group.split('.').map(Number)
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}
