import { createBestFew, type BestFew } from './best-few.ts'
import { createBitProducts, ROWS_AT_ONCE, type BitProducts } from './bit-products.ts'
import { createCentres } from './centres.ts'
import { FACT_WORDS, findPossible, writeFactBits, type WantedFacts } from './fact-bits.ts'
import { createTurn } from './turn-vectors.ts'
import { writeUnit } from './unit-vector.ts'

/**
 * Vectors as bits, in lists around middles: of each on which side of its middle it lies in every direction, how far in two
 * more bits, and numbers that turn those bits into guesses of its cosine. A question looks through the lists nearest to it by
 * the sides alone, and tells the best of what it saw apart by all bits; what seems nearest is compared exactly by whoever has
 * the vectors.
 */
export interface CodedLists {
  readonly size: number
  readonly bytes: number
  /** One that is there already is there twice: whoever reads what is found meets it as it is now. */
  add(vector: Float32Array, of: { seq: number; metadata: Record<string, unknown> }): void
  /** What seems nearest, in no order. */
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

/**
 * A question looks through so many lists, and through as many passages as they hold on average; where that is few, through more
 * lists: what people write lies in no clusters, and what is near is spread over many of them.
 */
const LISTS_LOOKED = 8
const LOOKED_AT_LEAST = 12_000
/** With a filter a share of them that may pass it: they lie in more lists, and fewer of them compete. */
const FILTERED_SHARE = 1 / 8
const GROWTH = 1.25
/** Of so many that seem near by their sides, one is wanted: the others are left to the rest of their bits. */
const TOLD_APART = 8
/** How far something lies from its middle is told in steps of this share of what is usual, which loses least: four to each side. */
const STEP = 0.586
const STEPS = 4
const FINE_PLANES = 2
/** Row and list in one number. */
const LIST_ROWS = 2 ** 31

interface List {
  size: number
  seqs: Int32Array
  /** What the bits of the sides are multiplied with, and what is added. */
  scales: Float32Array
  offsets: Float32Array
  /** The same for all bits together. */
  fineScales: Float32Array
  fineOffsets: Float32Array
  facts: Int32Array
  /** The sides. */
  codes: Int32Array
  /** How far: first the bits that count twice, then those that count once. */
  fine: Int32Array
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
  const fineScales = new Float32Array(body, take(total * 4), total)
  const fineOffsets = new Float32Array(body, take(total * 4), total)
  const facts = new Int32Array(body, take(total * 4 * FACT_WORDS), total * FACT_WORDS)
  const codes = new Int32Array(body, take(total * codeWords * 4), total * codeWords)
  const fineWords = codeWords * FINE_PLANES
  const fine = new Int32Array(body, take(total * fineWords * 4), total * fineWords)
  let start = 0
  const lists = sizes.map((size): List => {
    const end = start + size
    const list = {
      size,
      seqs: seqs.subarray(start, end),
      scales: scales.subarray(start, end),
      offsets: offsets.subarray(start, end),
      fineScales: fineScales.subarray(start, end),
      fineOffsets: fineOffsets.subarray(start, end),
      facts: facts.subarray(start * FACT_WORDS, end * FACT_WORDS),
      codes: codes.subarray(start * codeWords, end * codeWords),
      fine: fine.subarray(start * fineWords, end * fineWords),
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
        (sum, { seqs, codes, fine, facts }) => sum + seqs.length * 20 + (codes.length + fine.length + facts.length) * 4,
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
      const best = createBestFew(k * TOLD_APART)
      const share = wanted.length > 0 ? FILTERED_SHARE : 1
      const looked = Math.max(LOOKED_AT_LEAST, (size / lists.length) * LISTS_LOOKED)
      const enough = Math.max(k * TOLD_APART, looked * share)
      const bases = new Map<number, number>()
      let passed = 0
      for (const { list: place, product: base } of centres.order(unit)) {
        if (bases.size >= LISTS_LOOKED && passed >= enough) break
        const list = lists[place]
        if (!list) continue
        bases.set(place, base)
        passed += scan(list, { products, codeWords, base, firstId: place * LIST_ROWS, best, wanted })
      }
      const finest = createBestFew(k)
      for (const id of best.ids()) {
        const place = Math.floor(id / LIST_ROWS)
        const list = lists[place]
        const row = id % LIST_ROWS
        if (!list) continue
        const score = (bases.get(place) ?? 0) + fineGuess(list, { row, codeWords, products })
        if (score > finest.worst) finest.add(list.seqs[row] ?? 0, score)
      }
      return [...finest.ids()]
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
    bytes: middles.length * dimensions * 4 + total * (20 + (FACT_WORDS + codeWords * (1 + FINE_PLANES)) * 4),
    *pieces() {
      for (const middle of middles) yield bytesOf(middle)
      for (const { seqs, size } of lists) yield bytesOf(seqs.subarray(0, size))
      for (const { scales, size } of lists) yield bytesOf(scales.subarray(0, size))
      for (const { offsets, size } of lists) yield bytesOf(offsets.subarray(0, size))
      for (const { fineScales, size } of lists) yield bytesOf(fineScales.subarray(0, size))
      for (const { fineOffsets, size } of lists) yield bytesOf(fineOffsets.subarray(0, size))
      for (const { facts, size } of lists) yield bytesOf(facts.subarray(0, size * FACT_WORDS))
      for (const { codes, size } of lists) yield bytesOf(codes.subarray(0, size * codeWords))
      for (const { fine, size } of lists) yield bytesOf(fine.subarray(0, size * codeWords * FINE_PLANES))
    },
  }
}

interface Coded {
  row: number
  codeWords: number
  own: Float32Array
  middle: Float32Array
}

function writeCode(list: List, { row, codeWords, own, middle }: Coded): void {
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
      setBit(codes, start, index)
      ofMiddle += at
    } else ofMiddle -= at
  }
  // The bits point along the rest by so much: an unbiased guess divides by it.
  const scale = along === 0 ? 0 : length / along
  scales[row] = scale
  offsets[row] = withMiddle - scale * ofMiddle
  writeFineCode(list, { row, codeWords, own, middle, length, withMiddle })
}

/** The same with steps instead of sides. */
function writeFineCode(
  { fine, fineScales, fineOffsets }: List,
  { row, codeWords, own, middle, length, withMiddle }: Coded & { length: number; withMiddle: number },
): void {
  const start = row * codeWords * FINE_PLANES
  fine.fill(0, start, start + codeWords * FINE_PLANES)
  const step = STEP * Math.sqrt(length / own.length)
  let along = 0
  let ofMiddle = 0
  for (let index = 0; index < own.length; index += 1) {
    const at = middle[index] ?? 0
    const rest = (own[index] ?? 0) - at
    const away = step === 0 ? 0 : Math.min(STEPS - 1, Math.floor(Math.abs(rest) / step))
    // Counted upwards from the step that is farthest below, as the bit of the side counts four.
    const bits = rest > 0 ? away : STEPS - 1 - away
    if ((bits & 2) !== 0) setBit(fine, start, index)
    if ((bits & 1) !== 0) setBit(fine, start + codeWords, index)
    const value = rest > 0 ? away + 0.5 : -away - 0.5
    along += value * rest
    ofMiddle += value * at
  }
  const scale = along === 0 ? 0 : length / along
  fineScales[row] = scale
  fineOffsets[row] = withMiddle - scale * ofMiddle
}

function setBit(bits: Int32Array, start: number, index: number): void {
  const at = start + (index >> 5)
  bits[at] = (bits[at] ?? 0) | (1 << (index & 31))
}

const planeSums = new Float32Array(1 + FINE_PLANES)

/** What is added to the product of the question with the middle. */
function fineGuess(
  { codes, fine, fineScales, fineOffsets }: List,
  { row, codeWords, products }: { row: number; codeWords: number; products: BitProducts },
): number {
  products.rows.set(codes.subarray(row * codeWords, (row + 1) * codeWords))
  products.rows.set(fine.subarray(row * codeWords * FINE_PLANES, (row + 1) * codeWords * FINE_PLANES), codeWords)
  products.multiply(1 + FINE_PLANES, planeSums)
  const [sides = 0, twos = 0, ones = 0] = planeSums
  return ((fineScales[row] ?? 0) * (4 * sides + 2 * twos + ones)) / 2 + (fineOffsets[row] ?? 0)
}

interface Scan {
  products: BitProducts
  codeWords: number
  /** The product of the question with the middle of the list. */
  base: number
  /** What the first row of the list is called. */
  firstId: number
  best: BestFew
  wanted: WantedFacts
}

/** Which rows are compared at a time, and what came of it. */
const compared = new Int32Array(ROWS_AT_ONCE)
const sums = new Float32Array(ROWS_AT_ONCE)

/** How many were looked at that may have the wanted facts. */
function scan(list: List, { products, codeWords, base, firstId, best, wanted }: Scan): number {
  const { size, codes, facts, scales, offsets } = list
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
      best.add(firstId + row, score)
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
    fineScales: new Float32Array(16),
    fineOffsets: new Float32Array(16),
    facts: new Int32Array(16 * FACT_WORDS),
    codes: new Int32Array(16 * codeWords),
    fine: new Int32Array(16 * codeWords * FINE_PLANES),
  }
}

function grow(list: List, codeWords: number): void {
  const room = Math.max(16, Math.ceil(list.seqs.length * GROWTH))
  list.seqs = grown(list.seqs, new Int32Array(room))
  list.scales = grown(list.scales, new Float32Array(room))
  list.offsets = grown(list.offsets, new Float32Array(room))
  list.fineScales = grown(list.fineScales, new Float32Array(room))
  list.fineOffsets = grown(list.fineOffsets, new Float32Array(room))
  list.facts = grown(list.facts, new Int32Array(room * FACT_WORDS))
  list.codes = grown(list.codes, new Int32Array(room * codeWords))
  list.fine = grown(list.fine, new Int32Array(room * codeWords * FINE_PLANES))
}

function grown<Values extends Int32Array | Float32Array>(values: Values, into: Values): Values {
  into.set(values)
  return into
}

/** Bits are counted 64 at a time. */
function codeWordsOf(dimensions: number): number {
  return Math.ceil(dimensions / 64) * 2
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
