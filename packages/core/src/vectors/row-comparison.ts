import { createNumberMemory } from './dot-product.ts'

/** Compares rows of numbers with what is looked for, one after another and all in the same place: nothing is left to collect. */
export interface RowComparison {
  /** Sets what is looked for, and with it how long rows are. */
  use(query: ArrayLike<number>): void
  /** Where the next row is written, as the bytes of its numbers. */
  readonly row: Uint8Array
  /** The cosine of the angle between the two: 1 for the same direction; 0 too for a row without one. */
  score(): number
}

const FLOAT_BYTES = 4
const PAGE_BYTES = 64 * 1024
/** What the product of two rows takes at a time. */
const STEP_BYTES = 8 * FLOAT_BYTES

export function createRowComparison(): RowComparison {
  const { memory, dot } = createNumberMemory()
  let row = new Uint8Array()
  /** Of the place of a row, which may be longer than the row; its rest stays zero. */
  let room = 0
  let queryLength = 0

  return {
    use(query) {
      room = Math.ceil((query.length * FLOAT_BYTES) / STEP_BYTES) * STEP_BYTES
      const missing = 2 * room - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
      const numbers = new Float32Array(memory.buffer, 0, (2 * room) / FLOAT_BYTES).fill(0)
      numbers.set(query)
      row = new Uint8Array(memory.buffer, room, query.length * FLOAT_BYTES)
      queryLength = Math.sqrt(dot(0, 0, room))
    },
    get row() {
      return row
    },
    score() {
      const lengths = queryLength * Math.sqrt(dot(room, room, 2 * room))
      return lengths === 0 ? 0 : dot(0, room, room) / lengths
    },
  }
}
