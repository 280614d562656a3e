/** The words a document holds within its lines, to tell a word that was cut from one that has a hyphen. */
export function hyphenatedWords(lines: readonly { text: string }[]): Set<string> {
  return new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/(?<!\p{L})\p{L}+-\p{L}+/gu) ?? []))
}

/** Two lines of one paragraph as one. */
export function joinLines(before: string, next: string, hyphenated: ReadonlySet<string>): string {
  const [cut, start] = /(?<!\p{L})(\p{L}+)[-\u00AD\u2010]$/u.exec(before) ?? []
  const [rest] = /^\p{Ll}+/u.exec(next) ?? []
  if (cut !== undefined && start !== undefined && rest !== undefined) {
    const isCompound = hyphenated.has(`${start}-${rest}`.toLowerCase())
    return `${before.slice(0, -1)}${isCompound ? '-' : ''}${next}`
  }
  return startsUnspaced(next) ? before + next : `${before} ${next}`
}

/** The part of a line that would have had to fit on the line before: its first word, or a letter where words are not parted. */
export function firstWord(text: string): string {
  return startsUnspaced(text) ? (text[0] ?? '') : (text.split(' ', 1)[0] ?? '')
}

function startsUnspaced(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
}
