import { expect, test } from 'vitest'

import { nodeWords } from './node-words.ts'

test.each([
  ['chatOpenAI', 'ChatOpenAI'],
  ['chatOpenAICustom', 'ChatOpenAI Custom'],
  ['chatAnthropic', 'ChatAnthropic'],
  ['chatPromptTemplate', 'Chat prompt template'],
  ['pdfFile', 'Pdf file'],
  ['recursiveCharacterTextSplitter', 'Recursive character text splitter'],
  ['conversationalRetrievalQAChain', 'Conversational retrieval QA chain'],
])('%s reads as %s', (name, words) => {
  expect(nodeWords(name)).toBe(words)
})
