/**
 * The facts of a passage as bits: each fact sets a few of them. What lacks a bit of a wanted fact cannot have the fact, so most
 * of what a filter shuts out is passed over without being read; what is left is asked for in the database.
 */
export const FACT_WORDS = 4
const FACT_BITS = FACT_WORDS * 32
const BITS_EACH = 3

/** The bits that all must have, and for each name of which one of several values is wanted the bits of these, one after the other. */
export interface WantedFacts {
  every: Int32Array
  oneOf: readonly Int32Array[]
}

export function writeFactBits(metadata: Record<string, unknown>, into: Int32Array, at: number): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'object') setBits(name, value, into, at)
  }
}

/** Nothing where nothing is wanted. */
export function wantedFacts(filter: Record<string, unknown> | undefined): WantedFacts | undefined {
  const names = Object.entries(filter ?? {})
  if (names.length === 0) return undefined
  const every = new Int32Array(FACT_WORDS)
  const oneOf: Int32Array[] = []
  for (const [name, wanted] of names) {
    const values = Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]
    if (values.length === 1) setBits(name, values[0], every, 0)
    else {
      const masks = new Int32Array(values.length * FACT_WORDS)
      for (const [at, value] of values.entries()) setBits(name, value, masks, at * FACT_WORDS)
      oneOf.push(masks)
    }
  }
  return { every, oneOf }
}

/** Whether a row that has the bits that all must have may also have one value of each name. */
export function mayHaveOneOfEach(facts: Int32Array, row: number, { oneOf }: WantedFacts): boolean {
  return oneOf.every((masks) => {
    for (let at = 0; at < masks.length; at += FACT_WORDS) if (hasBits(facts, row, masks, at)) return true
    return false
  })
}

export function hasBits(facts: Int32Array, row: number, masks: Int32Array, at = 0): boolean {
  let missing = 0
  for (let word = 0; word < FACT_WORDS; word += 1) {
    missing |= (masks[at + word] ?? 0) & ~(facts[row * FACT_WORDS + word] ?? 0)
  }
  return missing === 0
}

function setBits(name: string, value: unknown, into: Int32Array, at: number): void {
  const text = `${name}\u0000${typeof value} ${String(value)}`
  let first = 0x811c9dc5
  let second = 0x01000193
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x5bd1e995) ^ (second >>> 13)
  }
  for (let step = 0; step < BITS_EACH; step += 1) {
    const bit = ((first >>> 7) + Math.imul(step, second | 1)) & (FACT_BITS - 1)
    into[at + (bit >> 5)] = (into[at + (bit >> 5)] ?? 0) | (1 << (bit & 31))
  }
}
