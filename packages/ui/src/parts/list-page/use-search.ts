import { useState } from 'react'

import { matchesWords } from '../../lib/matches-words.ts'

/** What of a list holds all the words that were typed, in any order. */
export function useSearch<Item>(
  items: readonly Item[] | undefined,
  textOf: (item: Item) => string,
): { words: string; onChange: (words: string) => void; found: readonly Item[] } {
  const [words, onChange] = useState('')
  return { words, onChange, found: (items ?? []).filter((item) => matchesWords(textOf(item), words)) }
}
