/** Adds to the list that stands under a key. */
export function addTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, ...items: readonly Item[]): void {
  const list = groups.get(key)
  if (list) for (const item of items) list.push(item)
  else groups.set(key, [...items])
}
