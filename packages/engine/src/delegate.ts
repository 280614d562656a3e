/**
 * A stand-in for a value with some methods replaced. Methods of class instances stay bound to the instance,
 * because private fields are not reachable through a copy.
 */
export function delegate<Value extends object>(value: Value, replaced: Partial<Value>): Value {
  if (Object.getPrototypeOf(value) === Object.prototype) return { ...value, ...replaced }
  const standIn: Record<PropertyKey, unknown> = { ...replaced }
  for (let owner: object = value; owner !== Object.prototype; owner = Object.getPrototypeOf(owner) as object) {
    for (const key of Reflect.ownKeys(owner)) {
      if (key === 'constructor' || Object.hasOwn(standIn, key)) continue
      Object.defineProperty(standIn, key, { enumerable: true, get: () => read(value, key) })
    }
  }
  return standIn as Value
}

function read(value: object, key: PropertyKey): unknown {
  const property: unknown = Reflect.get(value, key)
  return typeof property === 'function' ? property.bind(value) : property
}
