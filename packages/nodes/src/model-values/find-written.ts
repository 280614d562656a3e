/** What stands in the first code block of a text, without its fences and the name of its language. */
export function firstCodeBlock(text: string): string | undefined {
  const opening = text.indexOf('```')
  const closing = opening < 0 ? -1 : text.indexOf('```', opening + 3)
  if (closing < 0) return undefined
  return text.slice(opening + 3, closing).replace(/^\w+\b/, '')
}

/** From the first opening bracket to the last closing one: JSON inside a sentence. */
export function bracketedPart(text: string): string | undefined {
  // Searched from both ends: an expression would try every opening bracket against the whole rest.
  const start = text.search(/[[{]/)
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'))
  return start >= 0 && end > start ? text.slice(start, end + 1) : undefined
}
