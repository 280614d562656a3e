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
export function findShapeFault(text: string, bounds: JsonBounds = {}): string | undefined {
  const { maxDepth = MAX_DEPTH, maxValues = Number.POSITIVE_INFINITY } = bounds
  // Too short for it: what is opened must be closed again. Such are most frames of a stream.
  if (text.length <= 2 * maxDepth && text.length <= maxValues) return undefined
  return new ShapeReader(bounds).read(text)
}

/** The same for a text that comes in pieces, wherever they are cut. */
export class ShapeReader {
  readonly #maxDepth: number
  readonly #maxValues: number
  #depth = 0
  #values = 0
  #isInText = false
  /** How many backslashes the pieces so far end with, within a text. */
  #slashes = 0

  constructor({ maxDepth = MAX_DEPTH, maxValues = Number.POSITIVE_INFINITY }: JsonBounds = {}) {
    this.#maxDepth = maxDepth
    this.#maxValues = maxValues
  }

  /** What there is too much of, once there is. */
  read(piece: string): string | undefined {
    let depth = this.#depth
    let values = this.#values
    for (let at = this.#isInText ? this.#afterText(piece, 0) : 0; at < piece.length; at += 1) {
      switch (piece.charCodeAt(at)) {
        case QUOTE:
          at = this.#afterText(piece, at + 1) - 1
          break
        case OPEN_OBJECT:
        case OPEN_LIST:
          depth += 1
          values += 1
          if (depth > this.#maxDepth) return `Nested deeper than ${this.#maxDepth} levels`
          break
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          depth -= 1
          break
        case COMMA:
          values += 1
      }
      if (values > this.#maxValues) return `Holds more than ${this.#maxValues} values`
    }
    this.#depth = depth
    this.#values = values
    return undefined
  }

  /** Jumps from quote to quote: megabytes of a file's text are passed at the speed of a search. */
  #afterText(piece: string, from: number): number {
    for (let quote = piece.indexOf('"', from); quote !== -1; quote = piece.indexOf('"', quote + 1)) {
      if (this.#slashesBefore(piece, quote, from) % 2 === 1) continue
      this.#isInText = false
      this.#slashes = 0
      return quote + 1
    }
    this.#slashes = this.#slashesBefore(piece, piece.length, from)
    this.#isInText = true
    return piece.length
  }

  #slashesBefore(piece: string, end: number, from: number): number {
    let at = end
    while (at > from && piece.charCodeAt(at - 1) === BACKSLASH) at -= 1
    return at === from ? end - at + this.#slashes : end - at
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const COMMA = 0x2c
