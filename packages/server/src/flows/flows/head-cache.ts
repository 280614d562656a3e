/** Values read from the database, good until what they are made from changes. Keeps nothing where changes are not told. */
export interface HeadCache<Value> {
  get(id: string, read: () => Promise<Value>): Promise<Value>
}

const KEPT = 1000

export function createHeadCache<Value>(revision: (() => number) | undefined): HeadCache<Value> {
  const known = new Map<string, Value>()
  let knownAt = -1
  return {
    async get(id, read) {
      if (!revision) return read()
      const at = revision()
      if (at !== knownAt || known.size >= KEPT) known.clear()
      knownAt = at
      const kept = known.get(id)
      if (kept !== undefined) return kept
      const value = await read()
      // A change while it was read may or may not be in it.
      if (revision() === at) known.set(id, value)
      return value
    },
  }
}
