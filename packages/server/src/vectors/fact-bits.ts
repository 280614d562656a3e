/**
 * The facts of a passage as bits: each fact sets a few of them. What lacks a bit of a wanted fact cannot have the fact, so most
 * of what a filter shuts out is passed over without being read; what is left is asked for in the database.
 */
export const FACT_WORDS = 4
const FACT_BITS = FACT_WORDS * 32
const BITS_EACH = 3

/** For each name the masks of its wanted values, one after the other: one of them must fit. */
export type WantedFacts = readonly Int32Array[]

export function writeFactBits(metadata: Record<string, unknown>, into: Int32Array, at: number): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'object') setBits(name, value, into, at)
  }
}

export function wantedFacts(filter: Record<string, unknown> | undefined): WantedFacts {
  return Object.entries(filter ?? {}).map(([name, wanted]) => {
    const values = Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]
    const masks = new Int32Array(values.length * FACT_WORDS)
    for (const [at, value] of values.entries()) setBits(name, value, masks, at * FACT_WORDS)
    return masks
  })
}

/** Writes which rows of a range may have the wanted facts; how many they are. */
export function findPossible(
  facts: Int32Array,
  { from, to, wanted }: { from: number; to: number; wanted: WantedFacts },
  into: Int32Array,
): number {
  const [first] = wanted
  if (!first) {
    for (let row = from; row < to; row += 1) into[row - from] = row
    return to - from
  }
  // Asked of every passage of a large collection where few have the facts: most are told by one look at one number.
  const word = Math.max(
    0,
    first.findIndex((bits) => bits !== 0),
  )
  const bits = first.length === FACT_WORDS ? (first[word] ?? 0) : 0
  let count = 0
  for (let row = from; row < to; row += 1) {
    const missing = bits & ~(facts[row * FACT_WORDS + word] ?? 0)
    into[count] = row
    // One more where nothing is missing. Without a branch: where half of them pass, none could be foreseen.
    count += 1 + ((missing | -missing) >> 31)
  }
  for (const masks of wanted) count = keepFitting(into, { count, facts, masks })
  return count
}

/** Moves those that one of the masks fits to the front; how many they are. */
function keepFitting(
  rows: Int32Array,
  { count, facts, masks }: { count: number; facts: Int32Array; masks: Int32Array },
): number {
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] ?? 0
    if (!fitsOne(facts, row * FACT_WORDS, masks)) continue
    rows[kept] = row
    kept += 1
  }
  return kept
}

function fitsOne(facts: Int32Array, at: number, masks: Int32Array): boolean {
  for (let mask = 0; mask < masks.length; mask += FACT_WORDS) {
    let missing = 0
    for (let word = 0; word < FACT_WORDS; word += 1) missing |= (masks[mask + word] ?? 0) & ~(facts[at + word] ?? 0)
    if (missing === 0) return true
  }
  return false
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
