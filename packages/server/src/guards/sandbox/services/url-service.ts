import { fieldsOf, listOf, oneOf, optional, textOf } from './read.ts'

const names = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const
/** The parts of an address, or nothing for a text that is none. */
export const readUrl = (payload: unknown): Record<string, string> | undefined => {
  const { href, base, set, value } = fieldsOf(payload)
  const part = optional(set, (name) => oneOf(name, names))
  try {
    const url = new URL(textOf(href), optional(base, textOf))
    if (part) url[part] = textOf(value)
    return { origin: url.origin, ...Object.fromEntries(names.map((name) => [name, url[name]])) }
  } catch {
    return undefined
  }
}

export const readQuery = (payload: unknown): [string, string][] | string => {
  const { read, write } = fieldsOf(payload)
  if (read !== undefined) return [...new URLSearchParams(textOf(read))]
  return new URLSearchParams(listOf(write, (pair) => listOf(pair, textOf))).toString()
}
