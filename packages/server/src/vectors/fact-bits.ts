/**
 * The facts of a passage as bits: each fact sets a few of them. What lacks a bit of a wanted fact cannot have the fact, so most
 * of what a filter shuts out is passed over without being read; what is left is asked for in the database.
 */
export const FACT_WORDS = 4
const FACT_BITS = FACT_WORDS * 32
const BITS_EACH = 3

/** One list for each name: of its masks, one must fit. */
export type WantedFacts = readonly (readonly Int32Array[])[]

export function writeFactBits(metadata: Record<string, unknown>, into: Int32Array, at: number): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'object') setBits(name, value, into, at)
  }
}

export function wantedFacts(filter: Record<string, unknown> | undefined): WantedFacts {
  return Object.entries(filter ?? {}).map(([name, wanted]) =>
    (Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]).map((value) => {
      const mask = new Int32Array(FACT_WORDS)
      setBits(name, value, mask, 0)
      return mask
    }),
  )
}

/** Asked of every passage of a large collection where few have the facts, so without a function for each of them. */
export function mayHave(facts: Int32Array, at: number, wanted: WantedFacts): boolean {
  for (const masks of wanted) {
    let hasOne = false
    for (let each = 0; each < masks.length && !hasOne; each += 1) hasOne = fits(facts, at, masks[each] ?? NOTHING)
    if (!hasOne) return false
  }
  return true
}

const NOTHING = new Int32Array(FACT_WORDS)

function fits(facts: Int32Array, at: number, mask: Int32Array): boolean {
  let missing = 0
  for (let word = 0; word < FACT_WORDS; word += 1) missing |= (mask[word] ?? 0) & ~(facts[at + word] ?? 0)
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
