import { createBestFew, type BestFew } from './best-few.ts'
import { createBitProducts, ROWS_AT_ONCE, type BitProducts } from './bit-products.ts'
import { createCentres } from './centres.ts'
import { FACT_WORDS, findPossible, writeFactBits, type WantedFacts } from './fact-bits.ts'
import { createTurn } from './turn-vectors.ts'

/**
 * Vectors as bits, in lists around middles: of each only on which side of its middle it lies in every direction, and two
 * numbers that turn those bits into a guess of its cosine. A question looks through the lists nearest to it; what seems
 * nearest is compared exactly by whoever has the vectors.
 */
export interface CodedLists {
  readonly size: number
  readonly bytes: number
  /** One that is there already is there twice: whoever reads what is found meets it as it is now. */
  add(vector: Float32Array, of: { seq: number; metadata: Record<string, unknown> }): void
  /** What seems nearest, the nearest first. */
  nearest(query: Float32Array, how: { k: number; wanted?: WantedFacts }): number[]
  /** All of it, to be kept. */
  written(): WrittenLists
}

export interface WrittenLists {
  dimensions: number
  /** Of the lists. */
  sizes: number[]
  bytes: number
  /** One after the other they are the whole. */
  pieces(): Iterable<Uint8Array>
}

/** A question looks through so many lists, and through as many passages as they hold on average. */
const LISTS_LOOKED = 8
/** With a filter a share of them that may pass it: they lie in more lists, and fewer of them compete. */
const FILTERED_SHARE = 1 / 4
const GROWTH = 1.25

interface List {
  size: number
  seqs: Int32Array
  /** What the bits are multiplied with, and what is added. */
  scales: Float32Array
  offsets: Float32Array
  facts: Int32Array
  codes: Int32Array
}

/** Lists with nothing in them. */
export function createCodedLists(dimensions: number, middles: readonly Float32Array[]): CodedLists {
  return over(
    dimensions,
    middles,
    middles.map(() => emptyList(codeWordsOf(dimensions))),
  )
}

/** Lists as they were written. */
export function readCodedLists({ dimensions, sizes }: Omit<WrittenLists, 'pieces'>, body: ArrayBuffer): CodedLists {
  const codeWords = codeWordsOf(dimensions)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let at = 0
  const take = (bytes: number): number => {
    at += bytes
    return at - bytes
  }
  const middles = sizes.map(() => new Float32Array(body, take(dimensions * 4), dimensions))
  const seqs = new Int32Array(body, take(total * 4), total)
  const scales = new Float32Array(body, take(total * 4), total)
  const offsets = new Float32Array(body, take(total * 4), total)
  const facts = new Int32Array(body, take(total * 4 * FACT_WORDS), total * FACT_WORDS)
  const codes = new Int32Array(body, take(total * codeWords * 4), total * codeWords)
  let start = 0
  const lists = sizes.map((size): List => {
    const end = start + size
    const list = {
      size,
      seqs: seqs.subarray(start, end),
      scales: scales.subarray(start, end),
      offsets: offsets.subarray(start, end),
      facts: facts.subarray(start * FACT_WORDS, end * FACT_WORDS),
      codes: codes.subarray(start * codeWords, end * codeWords),
    }
    start = end
    return list
  })
  return over(dimensions, middles, lists)
}

function over(dimensions: number, middles: readonly Float32Array[], lists: readonly List[]): CodedLists {
  const codeWords = codeWordsOf(dimensions)
  const turn = createTurn(dimensions)
  const centres = createCentres(middles)
  const turned = middles.map((middle) => turn(middle).slice())
  const products = createBitProducts(codeWords * 4)
  const unit = new Float32Array(dimensions)
  let size = lists.reduce((sum, list) => sum + list.size, 0)

  return {
    get size() {
      return size
    },
    get bytes() {
      const inLists = lists.reduce(
        (sum, { seqs, codes, facts }) => sum + seqs.length * 12 + (codes.length + facts.length) * 4,
        0,
      )
      return inLists + 3 * middles.length * dimensions * 4
    },
    add(vector, { seq, metadata }) {
      writeUnit(vector, unit)
      const place = centres.nearest(unit)
      const list = lists[place]
      const middle = turned[place]
      if (!list || !middle) return
      if (list.size === list.seqs.length) grow(list, codeWords)
      const row = list.size
      list.seqs[row] = seq
      writeCode(list, { row, codeWords, own: turn(unit), middle })
      list.facts.fill(0, row * FACT_WORDS, (row + 1) * FACT_WORDS)
      writeFactBits(metadata, list.facts, row * FACT_WORDS)
      list.size += 1
      size += 1
    },
    nearest(query, { k, wanted = [] }) {
      writeUnit(query, unit)
      products.use(turn(unit))
      const best = createBestFew(k)
      const share = wanted.length > 0 ? FILTERED_SHARE : 1
      const enough = Math.max(k, (size / lists.length) * LISTS_LOOKED * share)
      let passed = 0
      for (const [looked, { list: place, product }] of centres.order(unit).entries()) {
        if (looked >= LISTS_LOOKED && passed >= enough) break
        const list = lists[place]
        if (list) passed += scan(list, { products, codeWords, base: product, best, wanted })
      }
      return best.seqs()
    },
    written: () => written(dimensions, middles, lists),
  }
}

function written(dimensions: number, middles: readonly Float32Array[], lists: readonly List[]): WrittenLists {
  const codeWords = codeWordsOf(dimensions)
  const sizes = lists.map((list) => list.size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return {
    dimensions,
    sizes,
    bytes: middles.length * dimensions * 4 + total * (12 + (FACT_WORDS + codeWords) * 4),
    *pieces() {
      for (const middle of middles) yield bytesOf(middle)
      for (const { seqs, size } of lists) yield bytesOf(seqs.subarray(0, size))
      for (const { scales, size } of lists) yield bytesOf(scales.subarray(0, size))
      for (const { offsets, size } of lists) yield bytesOf(offsets.subarray(0, size))
      for (const { facts, size } of lists) yield bytesOf(facts.subarray(0, size * FACT_WORDS))
      for (const { codes, size } of lists) yield bytesOf(codes.subarray(0, size * codeWords))
    },
  }
}

function writeCode(
  list: List,
  { row, codeWords, own, middle }: { row: number; codeWords: number; own: Float32Array; middle: Float32Array },
): void {
  const { codes, scales, offsets } = list
  const start = row * codeWords
  codes.fill(0, start, start + codeWords)
  let length = 0
  let along = 0
  let ofMiddle = 0
  let withMiddle = 0
  for (let index = 0; index < own.length; index += 1) {
    const at = middle[index] ?? 0
    const rest = (own[index] ?? 0) - at
    length += rest * rest
    along += Math.abs(rest)
    withMiddle += rest * at
    if (rest > 0) {
      codes[start + (index >> 5)] = (codes[start + (index >> 5)] ?? 0) | (1 << (index & 31))
      ofMiddle += at
    } else ofMiddle -= at
  }
  // The bits point along the rest by so much: an unbiased guess divides by it.
  const scale = along === 0 ? 0 : length / along
  scales[row] = scale
  offsets[row] = withMiddle - scale * ofMiddle
}

interface Scan {
  products: BitProducts
  codeWords: number
  /** The product of the question with the middle of the list. */
  base: number
  best: BestFew
  wanted: WantedFacts
}

/** Which rows are compared at a time, and what came of it. */
const compared = new Int32Array(ROWS_AT_ONCE)
const sums = new Float32Array(ROWS_AT_ONCE)

/** How many were looked at that may have the wanted facts. */
function scan(list: List, { products, codeWords, base, best, wanted }: Scan): number {
  const { size, codes, facts, scales, offsets, seqs } = list
  let passed = 0
  let { worst } = best
  for (let start = 0; start < size; start += ROWS_AT_ONCE) {
    const end = Math.min(size, start + ROWS_AT_ONCE)
    const count = findPossible(facts, { from: start, to: end, wanted }, compared)
    if (count === end - start) products.rows.set(codes.subarray(start * codeWords, end * codeWords))
    else gather(codes, { count, codeWords, into: products.rows })
    products.multiply(count, sums)
    for (let at = 0; at < count; at += 1) {
      const row = compared[at] ?? 0
      const score = base + (scales[row] ?? 0) * (sums[at] ?? 0) + (offsets[row] ?? 0)
      if (score <= worst) continue
      best.add(seqs[row] ?? 0, score)
      worst = best.worst
    }
    passed += count
  }
  return passed
}

function gather(
  codes: Int32Array,
  { count, codeWords, into }: { count: number; codeWords: number; into: Int32Array },
): void {
  for (let at = 0; at < count; at += 1) {
    const from = (compared[at] ?? 0) * codeWords
    const to = at * codeWords
    for (let word = 0; word < codeWords; word += 1) into[to + word] = codes[from + word] ?? 0
  }
}

function emptyList(codeWords: number): List {
  return {
    size: 0,
    seqs: new Int32Array(16),
    scales: new Float32Array(16),
    offsets: new Float32Array(16),
    facts: new Int32Array(16 * FACT_WORDS),
    codes: new Int32Array(16 * codeWords),
  }
}

function grow(list: List, codeWords: number): void {
  const room = Math.max(16, Math.ceil(list.seqs.length * GROWTH))
  const { seqs, scales, offsets, facts, codes } = list
  list.seqs = new Int32Array(room)
  list.seqs.set(seqs)
  list.scales = new Float32Array(room)
  list.scales.set(scales)
  list.offsets = new Float32Array(room)
  list.offsets.set(offsets)
  list.facts = new Int32Array(room * FACT_WORDS)
  list.facts.set(facts)
  list.codes = new Int32Array(room * codeWords)
  list.codes.set(codes)
}

/** With length one. */
function writeUnit(vector: Float32Array, into: Float32Array): void {
  let squares = 0
  for (const each of vector) squares += each * each
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let index = 0; index < into.length; index += 1) into[index] = (vector[index] ?? 0) * scale
}

/** Bits are counted 64 at a time. */
function codeWordsOf(dimensions: number): number {
  return Math.ceil(dimensions / 64) * 2
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
