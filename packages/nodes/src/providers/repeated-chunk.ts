/** Some vendors put something new into every chunk; with those, learning would only add to parsing. */
const MOST_LESSONS = 3

/**
 * Reads chunks that repeat an earlier one but for one text. In an answer almost all do, and comparing costs a fraction
 * of parsing.
 */
export class RepeatedChunk {
  #before = ''
  #after = ''
  #lessons = 0

  /** The text of a payload that is otherwise the one learned; nothing when it has to be parsed. */
  textOf(payload: string): string | undefined {
    const end = payload.length - this.#after.length
    const start = this.#before.length
    // Compared as wholes: `startsWith` goes character by character and costs as much as parsing.
    if (start === 0 || end < start || payload.slice(0, start) !== this.#before || payload.slice(end) !== this.#after) {
      return undefined
    }
    const text = payload.slice(start, end)
    // A quote would end the text, and an escape stands for something else.
    return text.includes('"') || text.includes('\\') ? undefined : text
  }

  /** Takes a payload that says `said` as the pattern, once another text put in its place is what `textIn` then finds. */
  learn(payload: string, said: string, textIn: (chunk: unknown) => unknown): void {
    if (this.#lessons === MOST_LESSONS) return
    this.#lessons += 1
    const text = JSON.stringify(said)
    const start = payload.indexOf(text) + 1
    const before = payload.slice(0, start)
    const after = payload.slice(start + text.length - 2)
    // Longer than the whole payload, so that nothing in it can be this text already.
    const another = 'x'.repeat(payload.length)
    if (start === 0 || !says(`${before}${another}${after}`, another, textIn)) return
    this.#before = before
    this.#after = after
  }
}

/** A text like `,` also stands between two fields: what was put there is then no JSON at all. */
function says(payload: string, text: string, textIn: (chunk: unknown) => unknown): boolean {
  try {
    return textIn(JSON.parse(payload)) === text
  } catch {
    return false
  }
}
