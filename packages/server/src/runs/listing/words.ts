import { createHash } from 'node:crypto'

/** So much of a text is indexed. */
const LONGEST_TEXT = 20_000
const LONGEST_WORD = 60
const MOST_WORDS = 4000
/** A beginning of a word finds it from here on. */
const SHORTEST_START = 3

/** Scripts that put no space between words are found character by character. */
const WORD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}]+/gu

/** The words of texts, each once, without case and accents: what is stored and what is searched for are cut alike. */
export function wordsIn(...texts: readonly string[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    for (const [word] of plain(text.slice(0, LONGEST_TEXT)).matchAll(WORD)) {
      if (words.size >= MOST_WORDS) return [...words]
      words.add(word.slice(0, LONGEST_WORD))
    }
  }
  return [...words]
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

export interface WordQuery {
  words: readonly string[]
  /** The last word is the beginning of one: it is still being typed. */
  start: string | undefined
}

/** What somebody looks for; nothing where they wrote no word. */
export function readWordQuery(text: string): WordQuery | undefined {
  const words = wordsIn(text)
  if (words.length === 0) return undefined
  const last = words.at(-1) ?? ''
  const isStart = last.length >= SHORTEST_START && plain(text).trimEnd().endsWith(last) && !/\s$/u.test(text)
  return isStart ? { words: words.slice(0, -1), start: last } : { words, start: undefined }
}

/** What a run is filtered by stands among its words, as words that nobody writes. */
export const facet = {
  flow: (id: string): string => `cwflow${digest(id)}`,
  status: (status: string): string => `cwstatus${status}`,
  source: (source: string): string => `cwsource${source.replaceAll('-', '')}`,
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 20)
}
