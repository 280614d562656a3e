import { pathSegment } from './path-segment.ts'

/**
 * An address with values in the places its path names as `:id` or `{id}`. Each stays in its segment, and none reaches the
 * host.
 */
export function fillPath(address: string, values: ReadonlyMap<string, string | undefined>): string {
  const start = /^\w+:\/\/[^/?#]*/.exec(address)?.[0].length ?? 0
  // The longest first: `:id` is also how `:idea` begins.
  const names = [...values.keys()].sort((a, b) => b.length - a.length)
  if (names.length === 0) return address
  const either = names.map((name) => name.replaceAll(/\W/g, String.raw`\$&`)).join('|')
  const place = new RegExp(String.raw`:(${either})|\{(${either})\}`, 'g')
  const filled = address.slice(start).replaceAll(place, (_, colon: string | undefined, braces: string | undefined) => {
    const name = colon ?? braces ?? ''
    return pathSegment(name, values.get(name))
  })
  return address.slice(0, start) + filled
}
