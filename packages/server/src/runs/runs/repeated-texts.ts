/** A value as it is stored where long texts stand in it more than once: each of them by itself, once. */
interface Packed {
  texts: string[]
  packed: unknown
}

/** Shorter ones cost less than looking for them. */
const LONG_TEXT = 512
/** In place of a text: its place in the list. Nothing else that is told looks like it. */
const PLACE = '~text'
const START = '{"texts":['

/** JSON in which no long text stands twice. */
export function packJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (json.length < 2 * LONG_TEXT) return json
  const texts = repeatedIn(value)
  if (texts.size === 0) return json
  const packed = replaceEach(value, (each) => {
    const place = typeof each === 'string' ? texts.get(each) : undefined
    return place === undefined ? each : { [PLACE]: place }
  })
  return JSON.stringify({ texts: [...texts.keys()], packed } satisfies Packed)
}

/** A value out of JSON, packed or not. */
export function unpackJson(json: string): unknown {
  const value: unknown = JSON.parse(json)
  if (!json.startsWith(START)) return value
  const { texts, packed } = value as Packed
  return replaceEach(packed, (each) => (isPlace(each) ? texts[each[PLACE]] : each))
}

function isPlace(value: unknown): value is Record<typeof PLACE, number> {
  return typeof value === 'object' && value !== null && PLACE in value
}

/** With the place of each. */
function repeatedIn(value: unknown): Map<string, number> {
  const seen = new Set<string>()
  const repeated = new Map<string, number>()
  const left: unknown[] = [value]
  while (left.length > 0) {
    const each = left.pop()
    if (typeof each === 'string') {
      if (each.length < LONG_TEXT) continue
      if (!seen.has(each)) seen.add(each)
      else if (!repeated.has(each)) repeated.set(each, repeated.size)
    } else if (typeof each === 'object' && each !== null) {
      // Told by somebody else, it would be taken for ours.
      if (isPlace(each)) return new Map()
      for (const inner of Object.values(each)) left.push(inner)
    }
  }
  return repeated
}

function replaceEach(value: unknown, replace: (value: unknown) => unknown): unknown {
  const other = replace(value)
  if (other !== value || typeof value !== 'object' || value === null) return other
  if (Array.isArray(value)) return value.map((each) => replaceEach(each, replace))
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceEach(each, replace)]))
}
