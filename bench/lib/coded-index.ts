import { createVectorTable, type VectorTable } from '@chatwright/core'
import { normalise, seeded } from './clustered-vectors.ts'

export interface CodedIndexOptions {
  dimensions: number
  /** How many lists the vectors are divided into, each around a centre. */
  lists: number
  /** Some of the vectors, from which the centres are learned. */
  sample: readonly Float32Array[]
}

export interface Candidate {
  seq: number
  /** About the cosine. */
  score: number
}

/**
 * Vectors as bits, in lists around centres: of each only on which side of its centre it lies in every direction, and two
 * numbers that turn those bits into a guess of its cosine. A question looks through the lists nearest to it; what seems
 * nearest is compared exactly by whoever has the vectors.
 */
export interface CodedIndex {
  readonly size: number
  readonly bytes: number
  add(seq: number, vector: Float32Array): void
  nearest(query: Float32Array, how: { k: number; lists: number }): Candidate[]
}

/** A list grows by this much of itself. */
const GROWTH = 1.5
const ROUNDS = 5

interface List {
  size: number
  seqs: Int32Array
  codes: Uint8Array
  /** What the bits are multiplied with, and what is added. */
  scales: Float32Array
  offsets: Float32Array
}

export function createCodedIndex({ dimensions, lists: count, sample }: CodedIndexOptions): CodedIndex {
  const codeBytes = Math.ceil(dimensions / 8)
  const rotate = rotation(dimensions)
  const centres = learnCentres(sample, { dimensions, count })
  const turned = centres.vectors.map((centre) => rotate(centre).slice())
  const lists: List[] = centres.vectors.map(() => ({
    size: 0,
    seqs: new Int32Array(16),
    codes: new Uint8Array(16 * codeBytes),
    scales: new Float32Array(16),
    offsets: new Float32Array(16),
  }))
  let size = 0

  return {
    get size() {
      return size
    },
    get bytes() {
      const inLists = lists.reduce((sum, { seqs, codes }) => sum + seqs.byteLength * 3 + codes.byteLength, 0)
      return inLists + 2 * count * dimensions * 4
    },
    add(seq, vector) {
      const place = centres.nearest(vector)
      const list = lists[place]
      const centre = turned[place]
      if (!list || !centre) return
      if (list.size === list.seqs.length) grow(list, codeBytes)
      const row = list.size
      const own = rotate(vector)
      let length = 0
      let along = 0
      let ofCentre = 0
      let withCentre = 0
      const start = row * codeBytes
      for (let index = 0; index < dimensions; index += 1) {
        const at = centre[index] ?? 0
        const rest = (own[index] ?? 0) - at
        length += rest * rest
        along += Math.abs(rest)
        withCentre += rest * at
        if (rest > 0) {
          list.codes[start + (index >> 3)] = (list.codes[start + (index >> 3)] ?? 0) | (1 << (index & 7))
          ofCentre += at
        } else ofCentre -= at
      }
      // The bits point along the rest by so much: an unbiased guess divides by it.
      const scale = along === 0 ? 0 : length / along
      list.seqs[row] = seq
      list.scales[row] = scale
      list.offsets[row] = withCentre - scale * ofCentre
      list.size += 1
      size += 1
    },
    nearest(query, { k, lists: looked }) {
      const wanted = Float32Array.from(query)
      normalise(wanted)
      const table = signTable(rotate(wanted), codeBytes)
      const best = createBest(k)
      for (const { place, score } of centres.order(wanted, looked)) {
        const list = lists[place]
        if (list) scan(list, { table, codeBytes, base: score, best })
      }
      return best.list()
    },
  }
}

function scan(
  { size, codes, scales, offsets, seqs }: List,
  { table, codeBytes, base, best }: { table: Float32Array; codeBytes: number; base: number; best: Best },
): void {
  let at = 0
  for (let row = 0; row < size; row += 1) {
    let sum = 0
    for (let place = 0; place < codeBytes; place += 1, at += 1) sum += table[(place << 8) | (codes[at] ?? 0)] ?? 0
    const score = base + (scales[row] ?? 0) * sum + (offsets[row] ?? 0)
    if (score > best.worst) best.add(seqs[row] ?? 0, score)
  }
}

/** For each byte of a code and each of its values, the sum of the question's numbers with the signs of its bits. */
function signTable(query: Float32Array, codeBytes: number): Float32Array {
  const table = new Float32Array(codeBytes * 256)
  for (let place = 0; place < codeBytes; place += 1) {
    const start = place << 8
    let all = 0
    for (let bit = 0; bit < 8; bit += 1) all += query[place * 8 + bit] ?? 0
    table[start] = -all
    for (let value = 1; value < 256; value += 1) {
      const low = value & -value
      const bit = 31 - Math.clz32(low)
      table[start + value] = (table[start + (value ^ low)] ?? 0) + 2 * (query[place * 8 + bit] ?? 0)
    }
  }
  return table
}

interface Best {
  readonly worst: number
  add(seq: number, score: number): void
  list(): Candidate[]
}

/** The best few, as a heap with the worst of them on top. */
export function createBest(k: number): Best {
  const seqs = new Int32Array(k)
  const scores = new Float32Array(k)
  let size = 0
  const swap = (a: number, b: number): void => {
    const [seq, score] = [seqs[a] ?? 0, scores[a] ?? 0]
    seqs[a] = seqs[b] ?? 0
    scores[a] = scores[b] ?? 0
    seqs[b] = seq
    scores[b] = score
  }
  const scoreAt = (place: number): number => scores[place] ?? 0
  return {
    get worst() {
      return size < k ? -Infinity : scoreAt(0)
    },
    add(seq, score) {
      let place = size < k ? size++ : 0
      seqs[place] = seq
      scores[place] = score
      if (place > 0) {
        for (let above = (place - 1) >> 1; place > 0 && scoreAt(place) < scoreAt(above); above = (place - 1) >> 1) {
          swap(place, above)
          place = above
        }
        return
      }
      for (;;) {
        const left = 2 * place + 1
        const right = left + 1
        let least = place
        if (left < size && scoreAt(left) < scoreAt(least)) least = left
        if (right < size && scoreAt(right) < scoreAt(least)) least = right
        if (least === place) return
        swap(place, least)
        place = least
      }
    },
    list: () =>
      Array.from({ length: size }, (_, at) => ({ seq: seqs[at] ?? 0, score: scoreAt(at) })).sort(
        (a, b) => b.score - a.score,
      ),
  }
}

function grow(list: List, codeBytes: number): void {
  const room = Math.ceil(list.seqs.length * GROWTH)
  const seqs = new Int32Array(room)
  seqs.set(list.seqs)
  const codes = new Uint8Array(room * codeBytes)
  codes.set(list.codes)
  const scales = new Float32Array(room)
  scales.set(list.scales)
  const offsets = new Float32Array(room)
  offsets.set(list.offsets)
  Object.assign(list, { seqs, codes, scales, offsets })
}

interface Centres {
  vectors: Float32Array[]
  nearest(vector: Float32Array): number
  /** The nearest few, and the product of each with the vector. */
  order(vector: Float32Array, count: number): { place: number; score: number }[]
}

/** How many groups of centres a vector is compared with the centres of. */
const GROUPS_LOOKED = 4

/** Centres of lists, in groups: a vector is compared with those of the groups nearest to it, and not with all. */
function learnCentres(
  sample: readonly Float32Array[],
  { dimensions, count }: { dimensions: number; count: number },
): Centres {
  const vectors = means(sample, { dimensions, count })
  const directions = tableOf(vectors, dimensions)
  const middles = tableOf(means(vectors, { dimensions, count: Math.ceil(Math.sqrt(count)) }), dimensions)
  const groups = Array.from({ length: middles.size }, (): number[] => [])
  for (const [at, vector] of vectors.entries()) groups[middles.nearest(vector, 1)[0]?.row ?? 0]?.push(at)
  const members = groups.map((group) =>
    tableOf(
      group.map((at) => vectors[at] ?? new Float32Array(dimensions)),
      dimensions,
    ),
  )
  const lengths = vectors.map((vector) => Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0)))
  return {
    vectors,
    nearest(vector) {
      let best = { at: 0, score: -Infinity }
      for (const { row } of middles.nearest(vector, GROUPS_LOOKED)) {
        const near = members[row]?.nearest(vector, 1)[0]
        if (near && near.score > best.score) best = { at: groups[row]?.[near.row] ?? 0, score: near.score }
      }
      return best.at
    },
    order: (vector, few) =>
      directions.nearest(vector, few).map(({ row, score }) => ({ place: row, score: score * (lengths[row] ?? 0) })),
  }
}

/** As many middles, moved a few times to what lies in their direction. */
function means(
  sample: readonly Float32Array[],
  { dimensions, count }: { dimensions: number; count: number },
): Float32Array[] {
  const random = seeded(7)
  const any = (): Float32Array => Float32Array.from(sample[Math.floor(random() * sample.length)] ?? [])
  let vectors = Array.from({ length: count }, any)
  for (let round = 0; round < ROUNDS; round += 1) {
    const directions = tableOf(vectors, dimensions)
    const sums = vectors.map(() => new Float64Array(dimensions))
    const sizes = new Int32Array(count)
    for (const vector of sample) {
      const at = directions.nearest(vector, 1)[0]?.row ?? 0
      const sum = sums[at] ?? new Float64Array(dimensions)
      sizes[at] = (sizes[at] ?? 0) + 1
      for (let index = 0; index < dimensions; index += 1) sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0)
    }
    // One that nothing is near begins anew elsewhere.
    vectors = sums.map((sum, at) => (sizes[at] ? Float32Array.from(sum, (each) => each / (sizes[at] ?? 1)) : any()))
  }
  return vectors
}

function tableOf(vectors: readonly Float32Array[], dimensions: number): VectorTable {
  const table = createVectorTable(dimensions)
  for (const vector of vectors) table.add(vector)
  return table
}

/** Turns a vector, into a place that the next one is turned into as well, so that what it says is spread over all its numbers: signs alone then say as much as they can. */
function rotation(dimensions: number): (vector: Float32Array) => Float32Array {
  const random = seeded(11)
  const block = dimensions & -dimensions
  const flips = [0, 1].map(() => Float32Array.from({ length: dimensions }, () => (random() < 0.5 ? -1 : 1)))
  const order = Int32Array.from({ length: dimensions }, (_, index) => index)
  for (let last = dimensions - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = kept
  }
  let turned = new Float32Array(dimensions)
  let spare = new Float32Array(dimensions)
  return (vector) => {
    turned.set(vector)
    for (const flip of flips) {
      for (let index = 0; index < dimensions; index += 1) turned[index] = (turned[index] ?? 0) * (flip[index] ?? 1)
      mixBlocks(turned, block)
      for (let index = 0; index < dimensions; index += 1) spare[index] = turned[order[index] ?? 0] ?? 0
      ;[turned, spare] = [spare, turned]
    }
    return turned
  }
}

/** Sums and differences of pairs, of pairs of those, and so on: a turn of each block that costs few steps. */
function mixBlocks(numbers: Float32Array, block: number): void {
  const scale = 1 / Math.sqrt(block)
  for (let start = 0; start < numbers.length; start += block) {
    for (let half = 1; half < block; half *= 2) {
      for (let pair = start; pair < start + block; pair += half * 2) {
        for (let index = pair; index < pair + half; index += 1) {
          const a = numbers[index] ?? 0
          const b = numbers[index + half] ?? 0
          numbers[index] = a + b
          numbers[index + half] = a - b
        }
      }
    }
    for (let index = start; index < start + block; index += 1) numbers[index] = (numbers[index] ?? 0) * scale
  }
}
