/** Vectors like those of passages: topics that lie near each other in groups, of unequal size, each passage near its topic. */
export interface ClusteredVectors {
  /** Writes the next vector, of length one. */
  next(into: Float32Array): void
  /** Writes a question about something that was written before: near it, and not the same. */
  question(about: Float32Array, into: Float32Array): void
}

const GROUPS = 60
const TOPICS = 4000
/** How far topics of a group, passages of a topic and questions about a passage lie apart: within a unit sphere. */
const TOPIC_SPREAD = 0.7
const PASSAGE_SPREAD = 0.7
const QUESTION_SPREAD = 0.5

export function clusteredVectors(dimensions: number, seed: number): ClusteredVectors {
  const random = seeded(seed)
  let kept: number | undefined
  const gauss = () => {
    if (kept !== undefined) {
      const other = kept
      kept = undefined
      return other
    }
    const length = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    kept = length * Math.sin(angle)
    return length * Math.cos(angle)
  }
  const near = (centre: Float32Array, spread: number, into: Float32Array): void => {
    const scale = spread / Math.sqrt(dimensions)
    for (let index = 0; index < dimensions; index += 1) into[index] = (centre[index] ?? 0) + gauss() * scale
    normalise(into)
  }
  const around = (centre: Float32Array, spread: number): Float32Array => {
    const vector = new Float32Array(dimensions)
    near(centre, spread, vector)
    return vector
  }
  const origin = new Float32Array(dimensions)
  const groups = Array.from({ length: GROUPS }, () => around(origin, 1))
  const topics = Array.from({ length: TOPICS }, () => around(pick(groups, random), TOPIC_SPREAD))
  return {
    next: (into) => near(pick(topics, random), PASSAGE_SPREAD, into),
    question: (about, into) => near(about, QUESTION_SPREAD, into),
  }
}

/** Some far more often than others. */
function pick(list: readonly Float32Array[], random: () => number): Float32Array {
  return list[Math.floor(random() ** 2 * list.length)] ?? new Float32Array()
}

export function normalise(vector: Float32Array): void {
  let squares = 0
  for (const each of vector) squares += each * each
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) * scale
}

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
