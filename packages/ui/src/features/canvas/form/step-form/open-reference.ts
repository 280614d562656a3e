/** The reference that is being typed: where its braces open, and what stands between them and the caret. */
export interface OpenReference {
  start: number
  words: string
}

/** Finds the braces that are open at the caret; on one line, with nothing closed in between. */
export function openReferenceAt(text: string, caret: number): OpenReference | undefined {
  const before = text.slice(0, caret)
  const start = before.lastIndexOf('{{')
  if (start === -1) return undefined
  const words = before.slice(start + 2)
  return /[{}\n]/.test(words) ? undefined : { start, words: words.trim() }
}

/** The text with the open reference filled in, and where the caret stands then. */
export function fillReference(
  text: string,
  { caret, open, name }: { caret: number; open: OpenReference; name: string },
): { text: string; caret: number } {
  const after = text.slice(caret)
  const rest = /^[^{}\n]*\}\}/.exec(after)?.[0] ?? ''
  const filled = `{{${name}}}`
  return { text: text.slice(0, open.start) + filled + after.slice(rest.length), caret: open.start + filled.length }
}
