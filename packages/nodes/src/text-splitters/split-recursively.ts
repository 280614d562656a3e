export interface ChunkSettings {
  chunkSize: number
  chunkOverlap: number
}

/**
 * What a way of cutting gives, one after the other, so that whoever asks can let others have a turn. A text may be long and
 * give nothing for a while: then it gives empty ones.
 */
export type Pieces = Generator<string, void, undefined>

/**
 * Cuts at the first separator that occurs; pieces still too long are cut at the next ones. A separator stays at the
 * start of the piece it opens, so that a heading keeps its mark and code its keyword.
 */
export function* splitRecursively(text: string, separators: readonly string[], settings: ChunkSettings): Pieces {
  let index = 0
  while (index < separators.length && !(yield* occursIn(text, separators[index] ?? ''))) index += 1
  const separator = separators[index] ?? ''
  if (separator === '') {
    yield* cutHard(text, settings)
    return
  }
  const finer = separators.slice(index + 1)
  const merging = new Merging('', settings)
  for (const piece of splitKeeping(text, separator)) {
    if (piece.length <= settings.chunkSize) yield merging.add(piece)
    else {
      yield merging.end()
      yield* splitRecursively(piece, finer, settings)
    }
  }
  yield merging.end()
}

/** Joins pieces into chunks up to the size; each chunk starts with the end of the one before, up to the overlap. */
export function* mergePieces(pieces: Iterable<string>, separator: string, settings: ChunkSettings): Pieces {
  const merging = new Merging(separator, settings)
  for (const piece of pieces) yield merging.add(piece)
  yield merging.end()
}

/** The parts of a text between separators. */
export function* splitAt(text: string, separator: string): Pieces {
  let start = 0
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, start)) {
    yield text.slice(start, at)
    start = at + separator.length
  }
  yield text.slice(start)
}

/** A turn's work for a search. */
const LOOKED_AT = 1024 ** 2

function* occursIn(text: string, separator: string): Generator<string, boolean, undefined> {
  if (separator === '') return true
  for (let from = 0; from < text.length; from += LOOKED_AT) {
    if (text.slice(from, from + LOOKED_AT + separator.length - 1).includes(separator)) return true
    yield ''
  }
  return false
}

class Merging {
  readonly #separator: string
  readonly #settings: ChunkSettings
  #window: string[] = []
  #start = 0
  #length = 0

  constructor(separator: string, settings: ChunkSettings) {
    this.#separator = separator
    this.#settings = settings
  }

  /** The chunk that a piece completed, or nothing yet. */
  add(piece: string): string {
    const { chunkSize, chunkOverlap } = this.#settings
    let chunk = ''
    if (this.#isBegun && this.#lengthWith(piece) > chunkSize) {
      chunk = this.#chunk()
      while (this.#isBegun && (this.#length > chunkOverlap || this.#lengthWith(piece) > chunkSize)) this.#drop()
    }
    this.#length = this.#lengthWith(piece)
    this.#window.push(piece)
    return chunk
  }

  /** What was left; the next piece begins anew. */
  end(): string {
    const chunk = this.#isBegun ? this.#chunk() : ''
    this.#window = []
    this.#start = 0
    this.#length = 0
    return chunk
  }

  get #isBegun(): boolean {
    return this.#window.length > this.#start
  }

  #lengthWith(piece: string): number {
    return this.#length + piece.length + (this.#isBegun ? this.#separator.length : 0)
  }

  #chunk(): string {
    // What was told is let go of here, not with every piece that leaves.
    this.#window = this.#window.slice(this.#start)
    this.#start = 0
    return this.#window.join(this.#separator).trim()
  }

  #drop(): void {
    const isLast = this.#window.length - this.#start === 1
    this.#length -= (this.#window[this.#start]?.length ?? 0) + (isLast ? 0 : this.#separator.length)
    this.#start += 1
  }
}

function* splitKeeping(text: string, separator: string): Pieces {
  let start = 0
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + separator.length)) {
    if (at > start) yield text.slice(start, at)
    start = at
  }
  if (start < text.length) yield text.slice(start)
}

/** By length alone, without a list of single characters: a line of many megabytes must not need gigabytes. */
function* cutHard(text: string, { chunkSize, chunkOverlap }: ChunkSettings): Pieces {
  let start = 0
  while (start < text.length) {
    const before = boundaryBefore(text, start + chunkSize)
    // A piece holds at least one whole character, however small it should be.
    const end = before > start ? before : start + 2
    yield text.slice(start, end).trim()
    if (end >= text.length) break
    const repeated = boundaryBefore(text, end - chunkOverlap)
    start = repeated > start ? repeated : end
  }
}

/** Some characters are two code units long, and half of one is none; a cut between them moves back. */
function boundaryBefore(text: string, at: number): number {
  const isInside = /[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '')
  return isInside ? at - 1 : at
}
