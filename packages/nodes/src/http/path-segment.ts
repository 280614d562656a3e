import { NodeError } from '@chatwright/core'

/**
 * A value as one segment of a path. What separates segments is encoded; what means "here" or "above" is refused, since
 * no encoding keeps that from being followed. `name` is what the person or model calls the value.
 */
export function pathSegment(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw refused(name, 'is missing, and the address needs it')
  if (/\p{Surrogate}/u.test(value)) throw refused(name, "isn't readable text")
  const parts = decoded(name, value).split(/[/\\]/)
  if (parts.some((part) => /^\s*\.\.?\s*(?:;|$)/.test(part)))
    throw refused(name, 'leads outside its place in the address')
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
  throw refused(name, 'is encoded several times')
}

function refused(name: string, why: string): NodeError {
  return new NodeError(`"${name}" ${why}.`, { code: 'bad-input', hint: `Give "${name}" a plain value, such as an ID.` })
}
