import { createBestFew, type BestFew } from './best-few.ts'
import { createBitProducts, ROWS_AT_ONCE, type BitProducts } from './bit-products.ts'
import { createCentres } from './centres.ts'
import { codeWordsOf, emptyList, FINE_PLANES, grow, writeCode, type CodedList } from './coded-list.ts'
import { FACT_WORDS, hasBits, mayHaveOneOfEach, writeFactBits, type WantedFacts } from './fact-bits.ts'
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
  nearest(query: Float32Array, how: { k: number; wanted?: WantedFacts | undefined }): number[]
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
const FILTERED_SHARE = 1 / 12
/** Of so many that seem near by their sides, one is wanted: the others are left to the rest of their bits. */
const TOLD_APART = 8
/** Row and list in one number. */
const LIST_ROWS = 2 ** 31

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
  const lists = sizes.map((size): CodedList => {
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

function over(dimensions: number, middles: readonly Float32Array[], lists: readonly CodedList[]): CodedLists {
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
    nearest(query, { k, wanted }) {
      writeUnit(query, unit)
      products.use(turn(unit))
      if (wanted) products.wanted.set(wanted.every)
      const best = createBestFew(k * TOLD_APART)
      const share = wanted ? FILTERED_SHARE : 1
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

function written(dimensions: number, middles: readonly Float32Array[], lists: readonly CodedList[]): WrittenLists {
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

/** What is added to the product of the question with the middle. */
function fineGuess(
  { codes, fine, fineScales, fineOffsets }: CodedList,
  { row, codeWords, products }: { row: number; codeWords: number; products: BitProducts },
): number {
  const into = products.rows
  // So few words are copied sooner one by one.
  for (let word = 0; word < codeWords; word += 1) into[word] = codes[row * codeWords + word] ?? 0
  const fineWords = codeWords * FINE_PLANES
  for (let word = 0; word < fineWords; word += 1) into[codeWords + word] = fine[row * fineWords + word] ?? 0
  products.multiply(1 + FINE_PLANES)
  const steps = 4 * products.product(0) + 2 * products.product(1) + products.product(2)
  return ((fineScales[row] ?? 0) * steps) / 2 + (fineOffsets[row] ?? 0)
}

interface Scan {
  products: BitProducts
  codeWords: number
  /** The product of the question with the middle of the list. */
  base: number
  /** What the first row of the list is called. */
  firstId: number
  best: BestFew
  wanted: WantedFacts | undefined
}

/** Where fewer than one of so many may pass, they are picked out: more of them are sooner multiplied with all the others. */
const PICKED_OUT = 3
/** Which rows may pass, where they are picked out. */
const possible = new Int32Array(ROWS_AT_ONCE)

/** How many were looked at that may have the wanted facts. */
function scan(list: CodedList, how: Scan): number {
  let passed = 0
  for (let start = 0; start < list.size; start += ROWS_AT_ONCE) {
    const rows = Math.min(list.size - start, ROWS_AT_ONCE)
    const count = how.wanted ? findPossible(list, { start, rows, products: how.products, wanted: how.wanted }) : rows
    if (count * PICKED_OUT > rows) compareAll(list, start, rows, how)
    else comparePossible(list, count, how)
    passed += count
  }
  return passed
}

function compareAll(list: CodedList, start: number, rows: number, how: Scan): void {
  const { products, codeWords, base, best, wanted } = how
  const end = start + rows
  products.rows.set(list.codes.subarray(start * codeWords, end * codeWords))
  products.scales.set(list.scales.subarray(start, end))
  products.offsets.set(list.offsets.subarray(start, end))
  products.multiply(rows)
  const count = products.pickBetter(rows, best.worst - base)
  for (let at = 0; at < count; at += 1) {
    const place = products.picked(at)
    const row = start + place
    if (wanted && !(hasBits(list.facts, row, wanted.every) && mayHaveOneOfEach(list.facts, row, wanted))) continue
    take(list, row, products.product(place), how)
  }
}

function comparePossible(list: CodedList, count: number, how: Scan): void {
  const { products, codeWords } = how
  const { codes } = list
  const into = products.rows
  for (let at = 0; at < count; at += 1) {
    const from = (possible[at] ?? 0) * codeWords
    const to = at * codeWords
    // So few words are copied sooner one by one.
    for (let word = 0; word < codeWords; word += 1) into[to + word] = codes[from + word] ?? 0
  }
  products.multiply(count)
  for (let at = 0; at < count; at += 1) take(list, possible[at] ?? 0, products.product(at), how)
}

/** Takes a row in if it is one of the best. */
function take({ scales, offsets }: CodedList, row: number, product: number, { base, best, firstId }: Scan): void {
  const score = base + (scales[row] ?? 0) * product + (offsets[row] ?? 0)
  if (score > best.worst) best.add(firstId + row, score)
}

/** Finds which rows of a range may have the wanted facts; how many they are. */
function findPossible(
  { facts }: CodedList,
  { start, rows, products, wanted }: { start: number; rows: number; products: BitProducts; wanted: WantedFacts },
): number {
  products.facts.set(facts.subarray(start * FACT_WORDS, (start + rows) * FACT_WORDS))
  const fitting = products.pickFitting(rows)
  // As many are compared with all the others.
  if (wanted.oneOf.length === 0 && fitting * PICKED_OUT > rows) return fitting
  let count = 0
  for (let at = 0; at < fitting; at += 1) {
    const row = start + products.picked(at)
    if (!mayHaveOneOfEach(facts, row, wanted)) continue
    possible[count] = row
    count += 1
  }
  return count
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
