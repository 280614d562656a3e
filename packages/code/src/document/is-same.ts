/** Whether two values of JSON are the same, whichever order their keys have. */
export function isSame(one: unknown, other: unknown): boolean {
  const pending: [unknown, unknown][] = [[one, other]]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [left, right] = pair
    if (left === right) continue
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
    if (Array.isArray(left) !== Array.isArray(right)) return false
    const keys = keysOf(left)
    if (keys.length !== keysOf(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      pending.push([Reflect.get(left, key), Reflect.get(right, key)])
    }
  }
  return true
}

/** JSON has no undefined: a key that holds it is not there. */
function keysOf(value: object): string[] {
  return Object.keys(value).filter((key) => Reflect.get(value, key) !== undefined)
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
