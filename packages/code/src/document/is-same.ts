/** Deeper than this, values are compared by a list of what is left instead of by calls. */
const DEEP = 64

/** Whether two values of JSON are the same, whichever order their keys have. */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const left: [unknown, unknown][] = []
  if (
    !isAlike(one, other, (here, there) =>
      depth < DEEP ? isSame(here, there, depth + 1) : left.push([here, there]) > 0,
    )
  )
    return false
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const [here, there] = pair
    if (here === there) continue
    if (typeof here !== 'object' || typeof there !== 'object' || here === null || there === null) return false
    if (!isAlike(here, there, (a, b) => left.push([a, b]) > 0)) return false
  }
  return true
}

/** Whether two objects have the same keys with values that compare. JSON has no undefined: a key that holds it is not there. */
function isAlike(one: object, other: object, compare: (left: unknown, right: unknown) => boolean): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((each, index) => compare(each, other[index]))
  }
  let more = 0
  for (const key of Object.keys(one)) {
    const value: unknown = Reflect.get(one, key)
    if (value === undefined) continue
    if (!Object.hasOwn(other, key) || !compare(value, Reflect.get(other, key))) return false
    more += 1
  }
  for (const key of Object.keys(other)) if (Reflect.get(other, key) !== undefined) more -= 1
  return more === 0
}

/** What one object has otherwise than another. */
export interface Difference {
  set: Record<string, unknown>
  without: string[]
}

export function differenceOf(
  from: Readonly<Record<string, unknown>>,
  to: Readonly<Record<string, unknown>>,
  isCompared: (key: string) => boolean = () => true,
): Difference {
  const changed = Object.entries(to).filter(
    ([key, value]) => value !== undefined && isCompared(key) && !(Object.hasOwn(from, key) && isSame(from[key], value)),
  )
  const without = Object.keys(from).filter(
    (key) => isCompared(key) && from[key] !== undefined && (!Object.hasOwn(to, key) || to[key] === undefined),
  )
  // Sorted, so that the same difference is always written the same.
  return {
    set: Object.fromEntries(changed.toSorted(([one], [other]) => (one < other ? -1 : 1))),
    without: without.toSorted(),
  }
}

export function isEmptyDifference({ set, without }: Difference): boolean {
  return without.length === 0 && Object.keys(set).length === 0
}

/** The object with the difference made; its keys keep their order. */
export function withDifference<Value extends object>(value: Value, { set, without }: Difference): Value {
  if (without.length === 0 && Object.keys(set).length === 0) return value
  const left = new Set(without)
  const kept = Object.entries(value).filter(([key]) => !left.has(key))
  return Object.fromEntries([...kept, ...Object.entries(set)]) as Value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
