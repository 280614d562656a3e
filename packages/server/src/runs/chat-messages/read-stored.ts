/** What a message holds as JSON, or nothing: imported ones may hold anything. */
export function readStored(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
