import { expect, test } from 'vitest'
import { chooseQuotes } from './choose-quotes.ts'
import { askedWords } from './words.ts'

const filler = Array.from({ length: 100_000 }, (_, at) => `filler${at}`).join(' ')

test('of a very long question the words at its beginning and its end are asked for, each once', () => {
  const words = askedWords(`lamps lamps ${filler} cellar`)
  expect([words[0], words.at(-1)]).toEqual(['lamp', 'cellar'])
  expect(words.length).toBeLessThan(1000)
  expect(new Set(words).size).toBe(words.length)
})

test('what was pasted before or behind a question does not hide it', () => {
  const documents = ['Lamps are in the cellar.', 'Chairs are in the attic.'].map((pageContent) => ({
    pageContent,
    metadata: {},
    score: 0.9,
  }))
  for (const question of [`Where are the lamps? ${filler}`, `${filler} Where are the lamps?`])
    expect(chooseQuotes(question, documents, { floor: 0.5 }).quotes[0]?.text).toBe('Lamps are in the cellar.')
})
