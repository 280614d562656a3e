import { Turn } from '../turns/take-turns.ts'

/** How a family of models cuts text: a pattern for words, and the pieces of words it knows, the commonest first. */
export interface TokenTable {
  pat_str: string
  /** Lines of a mark, the number of the first piece, and pieces in base64. */
  bpe_ranks: string
}

export interface TokenEncoder {
  encode(text: string): number[]
  decode(tokens: readonly number[]): string
}

/** Sets a table up, a turn at a time: they hold up to 200,000 pieces. Special tokens written in a document are plain text. */
export async function createTokenEncoder({ pat_str, bpe_ranks }: TokenTable): Promise<TokenEncoder> {
  // Bytes are kept as characters below 256: as keys these are found faster than any list of numbers.
  const pieces: string[] = []
  const numbers = new Map<string, number>()
  const turn = new Turn()
  for (const [number, piece] of readTable(bpe_ranks)) {
    const bytes = Buffer.from(piece, 'base64').toString('latin1')
    pieces[number] = bytes
    numbers.set(bytes, number)
    if (turn.isOver) await turn.next()
  }
  const words = new RegExp(pat_str, 'gu')
  return {
    encode(text) {
      const tokens: number[] = []
      for (const [word] of text.matchAll(words)) {
        const bytes = Buffer.from(word, 'utf8').toString('latin1')
        const known = numbers.get(bytes)
        if (known === undefined) joinPieces(bytes, numbers, tokens)
        else tokens.push(known)
      }
      return tokens
    },
    decode: (tokens) => Buffer.from(tokens.map((token) => pieces[token] ?? '').join(''), 'latin1').toString('utf8'),
  }
}

function* readTable(table: string): Generator<[number: number, piece: string]> {
  for (const line of table.split('\n')) {
    const firstAt = line.indexOf(' ') + 1
    let from = line.indexOf(' ', firstAt) + 1
    if (firstAt === 0 || from === 0) continue
    let number = Number(line.slice(firstAt, from - 1))
    while (from > 0) {
      const end = line.indexOf(' ', from)
      yield [number, end === -1 ? line.slice(from) : line.slice(from, end)]
      number += 1
      from = end + 1
    }
  }
}

const NONE = 2 ** 31 - 1

/** Joins the bytes of a word two pieces at a time, always the commonest pair that is left. Only what a join changes is looked up anew. */
function joinPieces(bytes: string, numbers: ReadonlyMap<string, number>, tokens: number[]): void {
  const { length } = bytes
  /** Where the piece that begins here ends, and which pair it makes with the next one. */
  const ends = new Int32Array(length + 1)
  const pairs = new Int32Array(length + 1).fill(NONE)
  const pairAt = (from: number): number => {
    const middle = ends[from] ?? length
    return middle >= length ? NONE : (numbers.get(bytes.slice(from, ends[middle])) ?? NONE)
  }
  for (let at = 0; at < length; at += 1) ends[at] = at + 1
  for (let at = 0; at < length; at += 1) pairs[at] = pairAt(at)
  for (;;) {
    let best = NONE
    let bestAt = 0
    let before = 0
    for (let at = 0, previous = 0; at < length; previous = at, at = ends[at] ?? length) {
      const pair = pairs[at] ?? NONE
      if (pair < best) [best, bestAt, before] = [pair, at, previous]
    }
    if (best === NONE) break
    ends[bestAt] = ends[ends[bestAt] ?? length] ?? length
    pairs[bestAt] = pairAt(bestAt)
    if (before < bestAt) pairs[before] = pairAt(before)
  }
  for (let at = 0; at < length; at = ends[at] ?? length) {
    const token = numbers.get(bytes.slice(at, ends[at]))
    if (token !== undefined) tokens.push(token)
  }
}
