/** Whether a text holds every word, in any order and any case: "legal 1" finds "Legal review 150". */
export function matchesWords(text: string, words: string): boolean {
  const lower = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
