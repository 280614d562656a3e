/** Invisible signs that make code look like other code: controls, marks of direction, blanks without width. */
// oxlint-disable-next-line no-control-regex -- controls are what it looks for
const HIDDEN = /[\0-\x08\x0B\x0C\x0E-\x1F\x7F\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/

/** The place of the first invisible sign; -1 where there is none. */
export function findHidden(text: string): number {
  return text.search(HIDDEN)
}

export function isHidden(sign: string): boolean {
  return HIDDEN.test(sign)
}

/** `U+202E`, as tables of signs list it. */
export function nameOfSign(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

export function escapeOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`
}

/** Half of a sign that takes two places: no file can hold it. */
const HALF = /[\uD800-\uDFFF]/u

/** Whether a file can hold the text and give it back. */
export function isWritable(text: string): boolean {
  return !text.includes('\r') && !HALF.test(text) && !HIDDEN.test(text)
}
