import { createVectorTable, type VectorTable } from '@chatwright/core'
import { seeded } from './turn-vectors.ts'
import { writeUnit } from './unit-vector.ts'

/** The middles of lists, in groups: a vector is compared with those of the groups nearest to it, and not with all. */
export interface Centres {
  readonly vectors: readonly Float32Array[]
  /** In which list a vector belongs. */
  nearest(vector: Float32Array): number
  /** All lists, the nearest first, and the product of each middle with the vector. Few are asked for: the rest is never put into order. */
  order(vector: Float32Array): Iterable<{ list: number; product: number }>
}

const ROUNDS = 5
/** How many groups a vector is compared with the middles of. */
const GROUPS_LOOKED = 4

/**
 * Middles of about as many lists, learned from the directions of some of the vectors. These are given the length one where they
 * lie: copies would take hundreds of megabytes.
 */
export function learnCentres(sample: readonly Float32Array[], count: number): Float32Array[] {
  for (const vector of sample) writeUnit(vector, vector)
  // In two steps, groups and then lists within each: comparing every vector with every middle would take minutes.
  const groups = divide(sample, means(sample, Math.ceil(Math.sqrt(count))))
  const middles = groups.flatMap((members) =>
    means(members, Math.max(1, Math.round((count * members.length) / sample.length))),
  )
  return moved(sample, middles)
}

export function createCentres(vectors: readonly Float32Array[]): Centres {
  const all = tableOf(vectors)
  const lengths = vectors.map((vector) => Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0)))
  const groupMiddles = means(vectors, Math.ceil(Math.sqrt(vectors.length)))
  const middles = tableOf(groupMiddles)
  const groups = groupMiddles.map((): number[] => [])
  for (const [list, vector] of vectors.entries()) groups[middles.nearest(vector, 1)[0]?.row ?? 0]?.push(list)
  const members = groups.map((lists) => tableOf(lists.map((list) => vectors[list] ?? new Float32Array())))
  return {
    vectors,
    nearest(vector) {
      let best = { list: 0, score: -Infinity }
      for (const { row } of middles.nearest(vector, GROUPS_LOOKED)) {
        const near = members[row]?.nearest(vector, 1)[0]
        if (near && near.score > best.score) best = { list: groups[row]?.[near.row] ?? 0, score: near.score }
      }
      return best.list
    },
    *order(vector) {
      const scores = all.scores(vector)
      const left = nearestOnTop(scores)
      for (let size = left.length; size > 0; size -= 1) {
        const list = left[0] ?? 0
        yield { list, product: (scores[list] ?? 0) * (lengths[list] ?? 0) }
        left[0] = left[size - 1] ?? 0
        sink(left, { scores, size: size - 1, from: 0 })
      }
    },
  }
}

/** The numbers of all scores as a heap. */
function nearestOnTop(scores: Float32Array): Int32Array {
  const heap = new Int32Array(scores.length)
  for (let list = 0; list < heap.length; list += 1) heap[list] = list
  for (let from = (heap.length >> 1) - 1; from >= 0; from -= 1) sink(heap, { scores, size: heap.length, from })
  return heap
}

function sink(heap: Int32Array, { scores, size, from }: { scores: Float32Array; size: number; from: number }): void {
  const scoreAt = (place: number): number => scores[heap[place] ?? 0] ?? 0
  const list = heap[from] ?? 0
  const score = scores[list] ?? 0
  let place = from
  for (let below = 2 * place + 1; below < size; below = 2 * place + 1) {
    if (below + 1 < size && scoreAt(below + 1) > scoreAt(below)) below += 1
    if (scoreAt(below) <= score) break
    heap[place] = heap[below] ?? 0
    place = below
  }
  heap[place] = list
}

/** As many middles, moved a few times to what lies in their direction. */
function means(sample: readonly Float32Array[], count: number): Float32Array[] {
  const random = seeded(7)
  const few = Math.min(count, sample.length)
  let middles: Float32Array[] = Array.from(
    { length: few },
    () => sample[Math.floor(random() * sample.length)] ?? new Float32Array(),
  )
  for (let round = 0; round < ROUNDS; round += 1) middles = moved(sample, middles)
  return middles
}

/** Each middle in the midst of what is nearest to it. One that nothing is near goes. */
function moved(sample: readonly Float32Array[], middles: readonly Float32Array[]): Float32Array[] {
  return divide(sample, middles)
    .filter((members) => members.length > 0)
    .map(midst)
}

function divide(sample: readonly Float32Array[], middles: readonly Float32Array[]): Float32Array[][] {
  const table = tableOf(middles)
  const members = middles.map((): Float32Array[] => [])
  for (const vector of sample) members[table.nearest(vector, 1)[0]?.row ?? 0]?.push(vector)
  return members
}

function midst(members: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(members[0]?.length ?? 0)
  for (const vector of members) {
    for (let index = 0; index < sum.length; index += 1) sum[index] = (sum[index] ?? 0) + (vector[index] ?? 0)
  }
  return Float32Array.from(sum, (each) => each / members.length)
}

function tableOf(vectors: readonly Float32Array[]): VectorTable {
  const table = createVectorTable(vectors[0]?.length ?? 0)
  for (const vector of vectors) table.add(vector)
  return table
}
