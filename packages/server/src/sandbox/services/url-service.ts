import { z } from 'zod'

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
const Address = z.object({
  href: z.string(),
  base: z.string().optional(),
  set: z.enum(names).optional(),
  value: z.string().optional(),
})
const Query = z.union([z.object({ read: z.string() }), z.object({ write: z.array(z.tuple([z.string(), z.string()])) })])

/** The parts of an address, or nothing for a text that is none. */
export const readUrl = (payload: unknown): Record<string, string> | undefined => {
  const { href, base, set, value = '' } = Address.parse(payload)
  try {
    const url = new URL(href, base)
    if (set) url[set] = value
    return { origin: url.origin, ...Object.fromEntries(names.map((name) => [name, url[name]])) }
  } catch {
    return undefined
  }
}

export const readQuery = (payload: unknown): [string, string][] | string => {
  const query = Query.parse(payload)
  return 'read' in query ? [...new URLSearchParams(query.read)] : new URLSearchParams(query.write).toString()
}
