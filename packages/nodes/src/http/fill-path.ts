import { NodeError } from '@chatwright/core'

/**
 * An address with values in the places its path names as `:id` or `{id}`. A value stays in its place: what separates
 * segments is encoded, and what means "here" or "above" is refused, since no encoding keeps that from being followed.
 * Values never reach the host.
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
    return segmentOf(name, values.get(name))
  })
  return address.slice(0, start) + filled
}

function segmentOf(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw refused(name, 'is missing, and the address has a place for it')
  if (/\p{Surrogate}/u.test(value)) throw refused(name, 'is not readable text')
  const parts = decoded(name, value).split(/[/\\]/)
  if (parts.some((part) => /^\s*\.\.?\s*(?:;|$)/.test(part)))
    throw refused(name, 'leads out of its place in the address')
  return encodeURIComponent(value)
}

/** As a server behind proxies would read it, each of which decodes once; nobody encodes a plain value more often. */
function decoded(name: string, value: string): string {
  let text = value
  for (let proxies = 0; proxies < 4; proxies += 1) {
    const next = text.replaceAll(/%[0-7][0-9a-f]/gi, (code) => String.fromCharCode(parseInt(code.slice(1), 16)))
    if (next === text) return text
    text = next
  }
  throw refused(name, 'is encoded several times over')
}

function refused(name: string, why: string): NodeError {
  return new NodeError(`"${name}" ${why}.`, { code: 'bad-input', hint: `Give "${name}" a plain value, such as an id.` })
}
