import { createNumberMemory } from './dot-product.ts'

export interface NearRow {
  row: number
  /** The cosine of the angle between the two: 1 for the same direction; 0 too for a vector without one. */
  score: number
}

/** Vectors of one length, side by side in memory, and found by comparing each of them with what is looked for. */
export interface VectorTable {
  readonly size: number
  readonly bytes: number
  /** Adds it as the last row. */
  add(vector: ArrayLike<number>): void
  /** The k nearest of the rows that are wanted, nearest first. */
  nearest(query: ArrayLike<number>, k: number, isWanted?: (row: number) => boolean): NearRow[]
  /** How near each of the rows is, in their order. */
  scores(query: ArrayLike<number>): Float32Array
}

const FLOAT_BYTES = 4
const PAGE_BYTES = 64 * 1024
/** What the product of two rows takes at a time. */
const STEP = 8

export function createVectorTable(dimensions: number): VectorTable {
  const { memory, dot } = createNumberMemory()
  const rowLength = Math.ceil(dimensions / STEP) * STEP
  const rowBytes = rowLength * FLOAT_BYTES
  let numbers = new Float32Array(memory.buffer)
  let size = 0

  /** The first row is for what is looked for. */
  const startOf = (row: number): number => (row + 1) * rowBytes

  const makeRoom = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength
    if (missing <= 0) return
    memory.grow(Math.ceil(Math.max(missing, memory.buffer.byteLength) / PAGE_BYTES))
    numbers = new Float32Array(memory.buffer)
  }

  /** With length one, so that the product of two is their cosine. */
  const write = (start: number, vector: ArrayLike<number>): void => {
    let squares = 0
    for (let index = 0; index < dimensions; index += 1) squares += (vector[index] ?? 0) ** 2
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
    const first = start / FLOAT_BYTES
    for (let index = 0; index < dimensions; index += 1) numbers[first + index] = (vector[index] ?? 0) * scale
  }

  return {
    get size() {
      return size
    },
    get bytes() {
      return memory.buffer.byteLength
    },
    add(vector) {
      makeRoom(startOf(size + 1))
      write(startOf(size), vector)
      size += 1
    },
    nearest(query, k, isWanted = () => true) {
      makeRoom(startOf(0))
      write(0, query)
      const best: NearRow[] = []
      for (let row = 0; row < size; row += 1) {
        const score = dot(0, startOf(row), rowBytes)
        // Most are worse than all of the best so far and cost no more than this.
        if (best.length === k && score <= (best[k - 1]?.score ?? 0)) continue
        if (!isWanted(row)) continue
        const place = best.findIndex((other) => score > other.score)
        best.splice(place === -1 ? best.length : place, 0, { row, score })
        if (best.length > k) best.pop()
      }
      return best
    },
    scores(query) {
      makeRoom(startOf(0))
      write(0, query)
      const scores = new Float32Array(size)
      for (let row = 0; row < size; row += 1) scores[row] = dot(0, startOf(row), rowBytes)
      return scores
    },
  }
}
