export interface JsonBounds {
  maxDepth?: number
  maxValues?: number
}

/** Deeper than anything people and programs mean, far from where recursive readers overflow the stack. */
const MAX_DEPTH = 100

/** Parses JSON from outside, or throws a SyntaxError: whatever walks over it later may recurse, and ends. */
export function parseJson(text: string, bounds: JsonBounds = {}): unknown {
  const fault = findShapeFault(text, bounds)
  if (fault !== undefined) throw new ShapeFault(fault)
  return JSON.parse(text)
}

class ShapeFault extends SyntaxError {}

/** Whether what `parseJson` threw is about JSON that is well written but has too much of something. */
export function isShapeFault(error: unknown): boolean {
  return error instanceof ShapeFault
}

/** Looks at the text before it is parsed: what is refused here never costs memory. */
export function findShapeFault(
  text: string,
  { maxDepth = MAX_DEPTH, maxValues = Number.POSITIVE_INFINITY }: JsonBounds = {},
): string | undefined {
  // Too short for it: what is opened must be closed again. Such are most frames of a stream.
  if (text.length <= 2 * maxDepth && text.length <= maxValues) return undefined
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_OBJECT:
      case OPEN_LIST:
        depth += 1
        values += 1
        if (depth > maxDepth) return `Nested deeper than ${maxDepth} levels`
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth -= 1
        break
      case COMMA:
        values += 1
    }
    if (values > maxValues) return `Holds more than ${maxValues} values`
  }
  return undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const COMMA = 0x2c

/** Jumps from quote to quote: megabytes of a file's text are passed at the speed of a search. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return text.length
}
