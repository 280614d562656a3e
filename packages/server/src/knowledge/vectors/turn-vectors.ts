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

/**
 * Turns vectors of a length, all in the same way, so that what each says is spread over all its numbers: signs alone then say
 * as much as they can. The result is overwritten by the next turn.
 */
export function createTurn(dimensions: number): (vector: Float32Array) => Float32Array {
  const random = seeded(11)
  const block = dimensions & -dimensions
  const flips = [0, 1].map(() => Float32Array.from({ length: dimensions }, () => (random() < 0.5 ? -1 : 1)))
  const order = shuffled(dimensions, random)
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

function shuffled(length: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length }, (_, index) => index)
  for (let last = length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const kept = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = kept
  }
  return order
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
