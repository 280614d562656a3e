/** What lies at a path such as `updates.updatedRows` of an answer. */
export function at(value: unknown, path: string): unknown {
  if (path === '') return value
  return path.split('.').reduce<unknown>((inner, key) => {
    return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined
  }, value)
}

export function textAt(value: unknown, path: string): string {
  const found = at(value, path)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}

export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? (found as unknown[]) : []
}

/** Of each answer only what helps: `subject.text` is kept as `text`, `a:b.c` as `a`. */
export function keep(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => keep(each, fields))
  const kept = fields.flatMap((field) => {
    const [name = '', path = name] = field.split(':')
    const found = at(value, path)
    return found === undefined || found === null ? [] : [[name, found] as const]
  })
  return Object.fromEntries(kept)
}

/** Without what was not given: services take an empty value for a wish. */
export function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
}
