/** What a service gave, as a text to read. */
export function shownText(data: unknown): string {
  if (typeof data === 'string') return data
  if (typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string') return data.text
  return JSON.stringify(data, null, 1)
}
