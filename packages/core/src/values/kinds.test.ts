import { expect, test } from 'vitest'
import { aKind, isNodeValue, kindsOfClass, nounOfKind } from './kinds.ts'

test.each([
  ['BaseLanguageModel', ['chat-model']],
  ['BaseChatModel', ['chat-model']],
  ['BaseLLM', ['chat-model']],
  ['ChatOpenAI', ['chat-model']],
  ['BaseMemory', ['memory']],
  ['BaseChatMemory', ['memory']],
  ['BasePromptTemplate', ['prompt']],
  ['ChatPromptTemplate', ['prompt']],
  ['BaseLLMOutputParser', ['output-parser']],
  ['BaseRetriever', ['retriever']],
  ['VectorStoreRetriever', ['retriever']],
  ['VectorStore', ['vector-store']],
  ['Embeddings', ['embeddings']],
  ['Document', ['documents']],
  ['TextSplitter', ['text-splitter']],
  ['Tool', ['tool', 'toolkit']],
  ['BaseChain', ['chat']],
  ['BaseCache', ['cache']],
  ['Moderation', ['moderation']],
  ['RecordManager', ['record-manager']],
  ['string', []],
] as const)('a connection of %s carries %j', (className, kinds) => {
  expect(kindsOfClass(className)).toEqual(kinds)
  for (const kind of kinds) expect(nounOfKind(kind)).not.toBe('')
})

test('a value is told by its kind and its method; data that merely has a kind is data', () => {
  const call = (): undefined => undefined
  expect(isNodeValue({ kind: 'cache', get: call })).toBe(true)
  expect(isNodeValue({ kind: 'tool', call })).toBe(true)
  for (const data of [
    { kind: 'cache' },
    { kind: 'tool', get: call },
    { kind: 'toString', call },
    { call },
    null,
    'tool',
  ])
    expect(isNodeValue(data)).toBe(false)
})

test('a kind is named with its article', () => {
  expect([aKind('vector-store'), aKind('embeddings'), aKind('output-parser')]).toEqual([
    'a vector store',
    'an embedding model',
    'an output parser',
  ])
})
