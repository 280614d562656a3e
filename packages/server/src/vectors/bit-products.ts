/**
 * Multiplies rows of bits with a row of small numbers: for each row, the sum of the numbers whose bit is set. A search of a
 * large collection is mostly this, for tens of thousands of rows. The numbers go from -8 to 7 and are rows of bits themselves,
 * four of them, so that bits in common are counted and nothing is looked up. JavaScript cannot ask the processor to count
 * bits, and a program this small can be read as it stands.
 */
const program = [
  [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // WebAssembly, version 1
  [0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00], // type: (i32 row, end, rowBytes, numbers, sum) -> ()
  [0x03, 0x02, 0x01, 0x00], // one function of this type
  [0x05, 0x03, 0x01, 0x00, 0x02], // a memory of at least two pages
  [0x07, 0x11, 0x02], // two exports
  [0x06, 0x6d, 0x65, 0x6d, 0x6f, 0x72, 0x79, 0x02, 0x00], // "memory"
  [0x04, 0x73, 0x75, 0x6d, 0x73, 0x00, 0x00], // "sums"
  [0x0a, 0x83, 0x01, 0x01, 0x80, 0x01], // one body
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
]

/** Rows that are multiplied at a time. */
export const ROWS_AT_ONCE = 512
const PAGE_BYTES = 64 * 1024
const LEAST = -8
const MOST = 7

/** Rows of bits, a row being of whole words of 64, and what they are multiplied with. */
export interface BitProducts {
  /** Where the rows go that are multiplied next, of two numbers for each 64 bits. */
  readonly rows: Int32Array
  /** Sets what rows are multiplied with, rounded to 16 steps. */
  use(numbers: Float32Array): void
  /** For each of so many rows, the sum of the numbers with the sign of their bit: plus where it is set, minus where not. */
  multiply(count: number, sums: Float32Array): void
}

interface Program {
  memory: WebAssembly.Memory
  sums(row: number, end: number, rowBytes: number, numbers: number, sum: number): void
}

let compiled: WebAssembly.Module | undefined

export function createBitProducts(rowBytes: number): BitProducts {
  compiled ??= new WebAssembly.Module(Uint8Array.from(program.flat()))
  const { memory, sums: count } = new WebAssembly.Instance(compiled).exports as unknown as Program
  const numbersAt = ROWS_AT_ONCE * rowBytes
  const sumsAt = numbersAt + 4 * rowBytes
  const missing = sumsAt + 4 * ROWS_AT_ONCE - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
  const rows = new Int32Array(memory.buffer, 0, numbersAt / 4)
  const planes = new Uint8Array(memory.buffer, numbersAt, 4 * rowBytes)
  const counted = new Int32Array(memory.buffer, sumsAt, ROWS_AT_ONCE)
  let step = 0
  let all = 0

  return {
    rows,
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
    multiply(rowCount, sums) {
      if (rowCount === 0) return
      count(0, rowCount * rowBytes, rowBytes, numbersAt, sumsAt)
      for (let row = 0; row < rowCount; row += 1) sums[row] = (2 * (counted[row] ?? 0) - all) * step
    },
  }
}
