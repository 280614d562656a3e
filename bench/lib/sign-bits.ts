import { createBest, type Candidate } from './coded-index.ts'

/** The plainest bits: of each number only its sign, all of them compared with every question. */
export interface SignBits {
  readonly bytes: number
  add(seq: number, vector: Float32Array): void
  nearest(query: Float32Array, k: number): Candidate[]
}

export function createSignBits(dimensions: number, room: number): SignBits {
  const words = Math.ceil(dimensions / 32)
  const codes = new Int32Array(room * words)
  const seqs = new Int32Array(room)
  let size = 0
  const write = (vector: Float32Array, into: Int32Array, start: number): void => {
    for (let index = 0; index < dimensions; index += 1) {
      const at = start + (index >> 5)
      if ((vector[index] ?? 0) > 0) into[at] = (into[at] ?? 0) | (1 << (index & 31))
    }
  }
  return {
    bytes: codes.byteLength + seqs.byteLength,
    add(seq, vector) {
      write(vector, codes, size * words)
      seqs[size] = seq
      size += 1
    },
    nearest(query, k) {
      const wanted = new Int32Array(words)
      write(query, wanted, 0)
      const best = createBest(k)
      for (let row = 0, at = 0; row < size; row += 1) {
        let apart = 0
        for (let word = 0; word < words; word += 1, at += 1) apart += ones((codes[at] ?? 0) ^ (wanted[word] ?? 0))
        if (-apart > best.worst) best.add(seqs[row] ?? 0, -apart)
      }
      return best.list()
    },
  }
}

/** How many bits of a word are set. */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
