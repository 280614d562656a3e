const STORAGE_KEY = 'scrollPlaces'
const MOST_PLACES = 50

/** The entry of the history that one is at. All that were come to by their address have the same key. */
export function entryOf({ key, pathname }: { key: string; pathname: string }): string {
  return `${key} ${pathname}`
}

/** How far each entry of the history was scrolled; kept for this tab, so that a reload finds it too. */
export function createScrollMemory(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const places = new Map<string, number>(read(storage))
  return {
    placeOf: (key: string): number | undefined => places.get(key),
    keep(key: string, place: number): void {
      places.delete(key)
      places.set(key, place)
      const oldest = places.size > MOST_PLACES ? places.keys().next().value : undefined
      if (oldest !== undefined) places.delete(oldest)
    },
    store: () => storage.setItem(STORAGE_KEY, JSON.stringify([...places])),
  }
}

function read(storage: Pick<Storage, 'getItem'>): [string, number][] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

function isPlace(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number'
}
