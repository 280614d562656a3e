import { FACT_WORDS } from './fact-bits.ts'

/** How far something lies from its middle is told in steps of this share of what is usual, which loses least: four to each side. */
const STEP = 0.586
const STEPS = 4
export const FINE_PLANES = 2
const GROWTH = 1.25

/** One list of vectors as bits, a row each. */
export interface CodedList {
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

interface Coded {
  row: number
  codeWords: number
  own: Float32Array
  middle: Float32Array
}

/** Which side of its middle a vector lies on in every direction, and how far. */
export function writeCode(list: CodedList, { row, codeWords, own, middle }: Coded): void {
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
  { fine, fineScales, fineOffsets }: CodedList,
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

export function emptyList(codeWords: number): CodedList {
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

/** Makes room for more rows. */
export function grow(list: CodedList, codeWords: number): void {
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
export function codeWordsOf(dimensions: number): number {
  return Math.ceil(dimensions / 64) * 2
}
