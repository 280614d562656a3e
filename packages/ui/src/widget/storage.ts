/** Closed to embedded pages in some browsers: then the chat works, and is only not remembered. */
export function openStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return localStorage
  } catch {
    const kept = new Map<string, string>()
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
  }
}
