/** Words that say nothing about what a text is about. */
export const COMMON = new Set(
  `a about after all also am an and any are as at be been before being between both but by can could did do does done
  during each few for from get got had has have having he her here him his how i if in into is it its just may me more
  most much many must my no nor not now of off often on once one only or other our out over own same she should so some
  such than that the their them then there these they this those through to too under until up us very was we were what
  when where which while who whom why will with would you your`.split(/\s+/),
)

/** The words of a text that carry meaning, cut to their stems so that "returning" finds "returned". */
export function meaningfulWords(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !COMMON.has(word)).map(stem)
}

/** More of a question is not looked at: each of its words is looked for in every sentence there is to quote. */
const LONGEST_ASKED = 4000

/** The words a question asks about, each once; of a long one those of its beginning and its end, as what was pasted stands between. */
export function askedWords(question: string): string[] {
  const half = LONGEST_ASKED / 2
  const ends = question.length <= LONGEST_ASKED ? question : `${question.slice(0, half)} ${question.slice(-half)}`
  return [...new Set(meaningfulWords(ends))]
}

/** How much of what a question asks about occurs in a text, from 0 to 1; rare words count for more. */
export function wordOverlap(question: readonly string[], text: string, rarity: (word: string) => number): number {
  const present = new Set(meaningfulWords(text))
  let found = 0
  let all = 0
  for (const word of new Set(question)) {
    const weight = rarity(word)
    all += weight
    if (present.has(word)) found += weight
  }
  return all === 0 ? 0 : found / all
}

/** Rarity of words within a set of texts. */
export function rarityIn(texts: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(meaningfulWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return (word) => Math.log(1 + texts.length / ((counts.get(word) ?? 0) + 0.5))
}

function stem(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, '')
  return word.replace(/(?:ies|ing|ed|es|ly|s|e)$/, '')
}
