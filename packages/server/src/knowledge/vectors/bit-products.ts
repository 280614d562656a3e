import { FACT_WORDS } from './fact-bits.ts'

/**
 * Multiplies rows of bits with a row of small numbers: for each row, the sum of the numbers whose bit is set. A search of a
 * large collection is mostly this, for tens of thousands of rows, and picking those that may be of use. The numbers go from -8
 * to 7 and are rows of bits themselves, four of them, so that bits in common are counted and nothing is looked up. JavaScript
 * cannot ask the processor to count bits, and a program this small can be read as it stands.
 */
const program = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // WebAssembly, version 1
  [0x01, 0x16, 0x03], // three types
  [0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00], // (i32 row, end, rowBytes, numbers, sum) -> ()
  [0x60, 0x04, 0x7f, 0x7d, 0x7d, 0x7d, 0x01, 0x7f], // (i32 end; f32 factor, constant, least) -> i32
  [0x60, 0x01, 0x7f, 0x01, 0x7f], // (i32 end) -> i32
  [0x03, 0x04, 0x03, 0x00, 0x01, 0x02], // a function of each
  [0x05, 0x03, 0x01, 0x00, 0x02], // a memory of at least two pages
  [0x07, 0x24, 0x04], // four exports
  [0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, 0x00], // "memory"
  [0x04, 0x73, 0x75, 0x6d, 0x73, 0x00, 0x00], // "sums"
  [0x06, 0x62, 0x65, 0x74, 0x74, 0x65, 0x72, 0x00, 0x01], // "better"
  [0x07, 0x66, 0x69, 0x74, 0x74, 0x69, 0x6e, 0x67, 0x00, 0x02], // "fitting"
  [0x0a, 0x83, 0x02, 0x03], // three bodies
  [0x80, 0x01], // "sums"
  [0x02, 0x02, 0x7f, 0x02, 0x7e], // i32 endOfRow, number; i64 word, all
  [0x03, 0x40], // loop
  [0x20, 0x03, 0x21, 0x06], //   number = numbers
  [0x42, 0x00, 0x21, 0x08], //   all = 0
  [0x20, 0x00, 0x20, 0x02, 0x6a, 0x21, 0x05], //   endOfRow = row + rowBytes
  [0x03, 0x40], //   loop
  [0x20, 0x00, 0x29, 0x03, 0x00, 0x21, 0x07], //     word = 64 bits of the row
  [0x20, 0x08], //     all
  [0x20, 0x07, 0x20, 0x06, 0x29, 0x03, 0x00, 0x83, 0x7b, 0x7c], //     + bits in common with the ones
  [0x20, 0x07, 0x20, 0x06, 0x29, 0x03, 0x08, 0x83, 0x7b, 0x42, 0x01, 0x86, 0x7c], //     + with the twos, twice
  [0x20, 0x07, 0x20, 0x06, 0x29, 0x03, 0x10, 0x83, 0x7b, 0x42, 0x02, 0x86, 0x7c], //     + with the fours, four times
  [0x20, 0x07, 0x20, 0x06, 0x29, 0x03, 0x18, 0x83, 0x7b, 0x42, 0x03, 0x86, 0x7d, 0x21, 0x08], //     - with the eights, eight times
  [0x20, 0x06, 0x41, 0x20, 0x6a, 0x21, 0x06], //     number += 32 bytes
  [0x20, 0x00, 0x41, 0x08, 0x6a, 0x22, 0x00], //     row += 8 bytes
  [0x20, 0x05, 0x49, 0x0d, 0x00, 0x0b], //     again while row < endOfRow
  [0x20, 0x04, 0x20, 0x08, 0xa7, 0x36, 0x02, 0x00], //   sum[0] = all
  [0x20, 0x04, 0x41, 0x04, 0x6a, 0x21, 0x04], //   sum += 4 bytes
  [0x20, 0x00, 0x20, 0x01, 0x49, 0x0d, 0x00, 0x0b, 0x0b], //   again while row < end
  [0x42, 0x01, 0x02, 0x7f], // "better": i32 at, picked
  [0x03, 0x40], // loop
  [0x20, 0x05, 0x20, 0x04, 0x36, 0x02, 0x80, 0x30], //   picked[0] = at
  [0x20, 0x05], //   picked
  [0x20, 0x04, 0x2a, 0x02, 0x00], //     scale
  [0x20, 0x04, 0x28, 0x02, 0x80, 0x20, 0xb2, 0x20, 0x01, 0x94, 0x20, 0x02, 0x92, 0x94], //     * (sum * factor + constant)
  [0x20, 0x04, 0x2a, 0x02, 0x80, 0x10, 0x92], //     + offset
  [0x20, 0x03, 0x5e, 0x41, 0x02, 0x74, 0x6a, 0x21, 0x05], //   += 4 bytes if that > least
  [0x20, 0x04, 0x41, 0x04, 0x6a, 0x22, 0x04], //   at += 4 bytes
  [0x20, 0x00, 0x49, 0x0d, 0x00, 0x0b, 0x20, 0x05, 0x0b], //   again while at < end; picked
  [0x3c, 0x01, 0x02, 0x7f], // "fitting": i32 at, picked
  [0x03, 0x40], // loop
  [0x20, 0x02, 0x20, 0x01, 0x41, 0x02, 0x76, 0x36, 0x02, 0x80, 0x30], //   picked[0] = at / 4
  [0x20, 0x02], //   picked
  [0x41, 0x00, 0xfd, 0x00, 0x04, 0x80, 0x80, 0x01, 0x20, 0x01, 0xfd, 0x00, 0x04, 0x80, 0x40], //     128 wanted bits, 128 of the row
  [0xfd, 0x4f, 0xfd, 0x53, 0x45, 0x41, 0x02, 0x74, 0x6a, 0x21, 0x02], //   += 4 bytes if none is missing
  [0x20, 0x01, 0x41, 0x10, 0x6a, 0x22, 0x01], //   at += 16 bytes
  [0x20, 0x00, 0x49, 0x0d, 0x00, 0x0b, 0x20, 0x02, 0x0b], //   again while at < end; picked
]

/** Rows that are multiplied at a time. */
export const ROWS_AT_ONCE = 512
const PAGE_BYTES = 64 * 1024
const LEAST = -8
const MOST = 7
/** Where things are in its memory; the program knows these too. */
const OFFSETS_AT = 2048
const SUMS_AT = 4096
const PICKED_AT = 6144
const FACTS_AT = 8192
const WANTED_AT = 16_384
const ROWS_START = 16_448

/** Rows of bits, a row being of whole words of 64, and what they are multiplied with. */
export interface BitProducts {
  /** Where the rows go that are multiplied next, of two numbers for each 64 bits. */
  readonly rows: Int32Array
  /** What turns their products into guesses. */
  readonly scales: Float32Array
  readonly offsets: Float32Array
  /** The facts of rows, and the bits that are wanted of them. */
  readonly facts: Int32Array
  readonly wanted: Int32Array
  /** Sets what rows are multiplied with, rounded to 16 steps. */
  use(numbers: Float32Array): void
  multiply(count: number): void
  /** The sum of the numbers with the sign of their bit in a row: plus where it is set, minus where not. */
  product(row: number): number
  /** Picks the rows of which the guess is better than this; how many they are. */
  pickBetter(count: number, least: number): number
  /** Picks the rows that lack no wanted bit; how many they are. */
  pickFitting(count: number): number
  picked(at: number): number
}

interface Program {
  memory: WebAssembly.Memory
  sums(row: number, end: number, rowBytes: number, numbers: number, sum: number): void
  better(end: number, factor: number, constant: number, least: number): number
  fitting(end: number): number
}

let compiled: WebAssembly.Module | undefined

export function createBitProducts(rowBytes: number): BitProducts {
  compiled ??= new WebAssembly.Module(Uint8Array.from(program.flat()))
  const { memory, sums, better, fitting } = new WebAssembly.Instance(compiled).exports as unknown as Program
  const numbersAt = ROWS_START + ROWS_AT_ONCE * rowBytes
  const missing = numbersAt + 4 * rowBytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  const { buffer } = memory
  const planes = new Uint8Array(buffer, numbersAt, 4 * rowBytes)
  const counted = new Int32Array(buffer, SUMS_AT, ROWS_AT_ONCE)
  const picked = new Int32Array(buffer, PICKED_AT, ROWS_AT_ONCE)
  let step = 0
  let all = 0

  return {
    rows: new Int32Array(buffer, ROWS_START, (ROWS_AT_ONCE * rowBytes) / 4),
    scales: new Float32Array(buffer, 0, ROWS_AT_ONCE),
    offsets: new Float32Array(buffer, OFFSETS_AT, ROWS_AT_ONCE),
    facts: new Int32Array(buffer, FACTS_AT, ROWS_AT_ONCE * FACT_WORDS),
    wanted: new Int32Array(buffer, WANTED_AT, FACT_WORDS),
    use(numbers) {
      const largest = numbers.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
      step = largest / MOST
      all = 0
      planes.fill(0)
      if (step === 0) return
      for (let index = 0; index < numbers.length; index += 1) {
        const steps = Math.max(LEAST, Math.min(MOST, Math.round((numbers[index] ?? 0) / step)))
        all += steps
        // Of each 64 numbers first the ones, then the twos, the fours and the eights.
        const place = (index >> 6) * 32 + ((index & 63) >> 3)
        for (let plane = 0; plane < 4; plane += 1) {
          const at = place + plane * 8
          planes[at] = (planes[at] ?? 0) | (((steps >> plane) & 1) << (index & 7))
        }
      }
    },
    multiply(count) {
      if (count > 0) sums(ROWS_START, ROWS_START + count * rowBytes, rowBytes, numbersAt, SUMS_AT)
    },
    product: (row) => (2 * (counted[row] ?? 0) - all) * step,
    pickBetter: (count, least) => (count > 0 ? better(count * 4, 2 * step, -all * step, least) / 4 : 0),
    pickFitting: (count) => (count > 0 ? fitting(count * FACT_WORDS * 4) / 4 : 0),
    picked: (at) => (picked[at] ?? 0) >> 2,
  }
}
