import { expect, test } from 'vitest'

import { documentSubjects } from './document-subjects.ts'

const passages = (...texts: string[]) => texts.map((pageContent) => ({ pageContent, metadata: {} }))

test('sections are what can be asked about, not the title', () => {
  const text = '# The pool\n\nWelcome.'
  expect(
    documentSubjects(passages(text, '# The pool\n\n## Opening hours\n\nDaily.', '# The pool\n\n## **Prices**\n6')),
  ).toEqual(['Opening hours', 'Prices'])
})

test('without headings it is what passages begin with, but for words that say nothing', () => {
  expect(
    documentSubjects(
      passages('Whoever comes late pays. Membership costs 45 euros.', 'Helmets are compulsory.', 'A dog.'),
    ),
  ).toEqual(['Membership', 'Helmets'])
})

test('of a row it is the first words in it', () => {
  expect(documentSubjects(passages('sku: A-100\nname: Oak table\nprice: 249.00'))).toEqual(['Oak table'])
})

test('at most three, each once, and none where nothing shows', () => {
  const five = ['Alpha', 'Bravo', 'alpha', 'Charlie', 'Delta'].map((word) => `${word} is a word.`)
  expect(documentSubjects(passages(...five))).toEqual(['alpha', 'Bravo', 'Charlie'])
  expect(documentSubjects([{}, 'nothing', { pageContent: '12 34' }])).toEqual([])
})

test('a subject is written as in the middle of a sentence where the text writes it so', () => {
  const text =
    '# Guide\n\n## Dogs on board\n\nAll dogs travel free.\n\n## Sweden\n\nThe ferry to Sweden leaves at 9:00.'
  expect(documentSubjects(passages(text))).toEqual(['dogs on board', 'Sweden'])
})
