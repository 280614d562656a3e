/**
 * Some stores take only texts, numbers, booleans and lists of texts as metadata. What is nested is written with dots,
 * as older products write it (`loc.lines.from`), and read back nested.
 */
export function writeMetadata(metadata: Record<string, unknown>): Record<string, string | number | boolean | string[]> {
  const flat: Record<string, string | number | boolean | string[]> = {}
  const write = (path: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') flat[path] = value
    else if (Array.isArray(value)) {
      flat[path] = value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
    } else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) write(path === '' ? key : `${path}.${key}`, inner)
    }
  }
  write('', metadata)
  return flat
}

export function readMetadata(flat: Record<string, unknown>): Record<string, unknown> {
  const metadata: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(flat)) {
    const keys = path.split('.')
    const last = keys.pop() ?? path
    let place: Record<string, unknown> = metadata
    for (const key of keys) {
      const inner = Object.hasOwn(place, key) ? place[key] : undefined
      const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {}
      Object.defineProperty(place, key, { value: next, enumerable: true, writable: true, configurable: true })
      place = next
    }
    // Defined, not assigned: a key such as "__proto__" from a stranger's index must stay a key.
    Object.defineProperty(place, last, { value, enumerable: true, writable: true, configurable: true })
  }
  return metadata
}
