/** Reads what code handed over. Plain functions: a library of schemas would take longer to load than all of the rest. */
export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unusable()
  return value as Fields
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw unusable()
  return value
}

export function oneOf<Name extends string>(value: unknown, names: readonly Name[]): Name {
  const found = names.find((name) => name === value)
  if (found === undefined) throw unusable()
  return found
}

export function listOf<Value>(value: unknown, read: (each: unknown) => Value): Value[] {
  if (!Array.isArray(value)) throw unusable()
  return value.map(read)
}

export function optional<Value>(value: unknown, read: (given: unknown) => Value): Value | undefined {
  return value === undefined || value === null ? undefined : read(value)
}

export function unusable(): TypeError {
  return new TypeError('A value of this kind cannot be used here')
}
