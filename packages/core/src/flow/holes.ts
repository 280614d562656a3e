/** A name between braces, without the blanks around it. */
export interface BracedName {
  name: string
  /** The index after the closing braces. */
  end: number
}

/** A place `{{name}}` in a text. */
export interface Hole extends BracedName {
  start: number
}

/**
 * Every `{{name}}` of a text. A name holds no brace: of `{{{name}}}` the inner braces count.
 * Reads each character once; a pattern with blanks on both sides of a name would try every way to share them out.
 */
export function holesIn(text: string): Hole[] {
  const holes: Hole[] = []
  let start = text.indexOf('{{')
  while (start !== -1) {
    const found = doublyBracedAt(text, start)
    if (found) holes.push({ start, ...found })
    start = text.indexOf('{{', found?.end ?? start + 1)
  }
  return holes
}

/** What stands between the doubled braces that open at an index, if it is a name. */
export function doublyBracedAt(text: string, at: number): BracedName | undefined {
  const close = nextBrace(text, at + 2)
  return text.startsWith('}}', close) ? named(text.slice(at + 2, close), close + 2) : undefined
}

/** What stands between the braces that open at an index, if it is a name. */
export function bracedAt(text: string, at: number): BracedName | undefined {
  const close = nextBrace(text, at + 1)
  return text[close] === '}' ? named(text.slice(at + 1, close), close + 1) : undefined
}

/** The same text with each hole replaced; a hole stays as it is written where there is nothing to put in. */
export function fillHoles(text: string, valueOf: (name: string) => string | undefined): string {
  let filled = ''
  let end = 0
  for (const hole of holesIn(text)) {
    const value = valueOf(hole.name)
    if (value === undefined) continue
    filled += text.slice(end, hole.start) + value
    end = hole.end
  }
  return filled + text.slice(end)
}

function named(between: string, end: number): BracedName | undefined {
  const name = between.trim()
  return name === '' ? undefined : { name, end }
}

const OPEN = '{'.charCodeAt(0)
const CLOSE = '}'.charCodeAt(0)

function nextBrace(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN || code === CLOSE) return at
  }
  return text.length
}
