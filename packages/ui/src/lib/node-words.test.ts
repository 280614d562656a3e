import { expect, test } from 'vitest'

import { nodeWords } from './node-words.ts'

test.each([
  ['chatOpenAI', 'Chat OpenAI'],
  ['pdfFile', 'Pdf file'],
  ['recursiveCharacterTextSplitter', 'Recursive character text splitter'],
  ['conversationalRetrievalQAChain', 'Conversational retrieval QA chain'],
])('%s reads as %s', (name, words) => {
  expect(nodeWords(name)).toBe(words)
})
