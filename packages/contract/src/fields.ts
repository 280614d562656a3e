import { parseJson } from '@chatwright/core'
import { z } from 'zod'

/** Ids are UUIDs made here, but imported rows keep theirs: any short opaque text without control characters. */
export const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/, 'An id holds letters, digits, dots, colons, hyphens and underscores only')

/** Dates are ISO strings everywhere. */
export const IsoDate = z.iso.datetime()

/** A JSON document kept as text, as existing clients send it. */
export const JsonText = z.string().max(1_000_000).refine(isJsonObject, 'Expected the JSON text of an object')

export const IdParams = z.strictObject({ id: Id })

/** An address, or a range of them: `203.0.113.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const Network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
  'An address or a range, such as 203.0.113.7 or 2001:db8::/32',
)

/** What deleting answers, in the shape existing clients know. */
export const Deletion = z.object({ raw: z.array(z.unknown()), affected: z.number() })

/** A chat flow that needs the thing asked about. */
export const FlowName = z.object({ id: z.string(), name: z.string() })
export type FlowName = z.infer<typeof FlowName>

/** `?force=true` deletes what chat flows still need. */
export const ForceQuery = z.strictObject({ force: z.enum(['true', 'false']).optional() })

export const PageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(500).optional(),
})

const texts = new Map<number, ReturnType<typeof boundedText>>()

/** Bounded text without NUL, which neither database can keep. One schema for each bound: hundreds of fields have a few. */
export function text(max: number) {
  const known = texts.get(max) ?? boundedText(max)
  texts.set(max, known)
  return known
}

function boundedText(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'Text cannot hold a NUL character')
    .refine((value) => !/\p{Surrogate}/u.test(value), 'Text must be well-formed Unicode')
}

const passedOverField = z.unknown().optional().meta({ readOnly: true })

/**
 * What may be written, sent as it was read: fields that only the server writes are passed over, so that a script can
 * read, change and send back. Fields nobody knows are refused still. `older` names what other products add to theirs.
 */
export function asRead<Shape extends z.core.$ZodLooseShape>(
  writable: z.ZodObject<Shape, z.core.$strict>,
  read: z.ZodObject,
  older: readonly string[] = [],
) {
  const names = [...Object.keys(read.shape), ...older].filter((name) => !(name in writable.shape))
  const passedOver = Object.fromEntries(names.map((name) => [name, passedOverField]))
  return writable.extend(passedOver).transform((values): z.output<typeof writable> => {
    const kept = Object.entries(values).filter(([name]) => !(name in passedOver))
    return Object.fromEntries(kept) as z.output<typeof writable>
  })
}

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.number() })
}

function isJsonObject(value: string): boolean {
  try {
    const parsed: unknown = parseJson(value)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}
