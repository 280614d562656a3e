import { seeded } from '../src/knowledge/vectors/turn-vectors.ts'

/** Vectors like those of passages, for tests: topics, and passages near them. */
export function clusteredTestVectors(count: number, dimensions: number): Float32Array[] {
  const random = seeded(3)
  const around = (centre: Float32Array | undefined, spread: number): Float32Array =>
    Float32Array.from({ length: dimensions }, (_, index) => (centre?.[index] ?? 0) + (random() - 0.5) * spread)
  const topics = Array.from({ length: Math.ceil(count / 60) }, () => around(undefined, 1))
  return Array.from({ length: count }, (_, at) => around(topics[at % topics.length], 0.7))
}
