/** What somebody typed as a filter: nothing, an object, or what is wrong. */
export function readFilter(text: string): { filter?: Record<string, unknown>; isWrong: boolean } {
  if (text.trim() === '') return { isWrong: false }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { filter: { ...value }, isWrong: false }
  } catch {
    // Said below, as for everything that is no object.
  }
  return { isWrong: true }
}
