const SHAPES: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  {
    name: 'a clause as the subject',
    pattern:
      /(?:^|[.!:] )(?:What|Whatever|Whoever)\b[^?.:]*\b(?:is|are|was|were|has|have|stands?|goes|comes)\b[^?]*(?:\.|$)/,
  },
  {
    name: '“is no”',
    pattern: /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer\b|more than\b|later than\b|less than\b|fewer than\b)/,
  },
  { name: '“nobody”, “none” or “whoever”', pattern: /\b(?:[Nn]one|[Nn]obody|[Ww]hoever|[Ss]omebody|[Aa]nybody)\b/ },
]

const DU = /(?<![\p{L}-])(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(?:e[mnrs]?)?)(?![\p{L}-])/u

/** What makes English sound translated, and needs no list of words (docs/words.md). */
export function shapesIn(text: string): string[] {
  return SHAPES.flatMap(({ name, pattern }) => (pattern.test(text) ? [name] : []))
}

/** German speaks to everyone with Sie. */
export function saysDu(text: string): boolean {
  return DU.test(text)
}

/** The sentences of a text that have more words than a reader takes in at once. */
export function longSentences(text: string, most: number): string[] {
  return text
    .replaceAll(/\b(?:e\.g|i\.e|vs)\./g, '')
    .split(/(?<=[.!?]["”)]?)\s+(?=["“(\p{Lu}])|\n+/u)
    .filter((sentence) => wordsIn(sentence) > most)
}

function wordsIn(sentence: string): number {
  return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}’'_./-]*/gu)?.length ?? 0
}
