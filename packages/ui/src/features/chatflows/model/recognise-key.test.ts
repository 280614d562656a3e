import { describeCredential, defineCredential, password, string } from '@chatwright/core'
import { expect, test } from 'vitest'

import { onlySecret, recogniseKey } from './recognise-key.ts'

test.each([
  ['sk-ant-api03-abc', ['anthropicApi']],
  ['sk-or-v1-abc', ['openRouterApi']],
  ['sk-proj-abc', ['openAIApi']],
  ['sk-abcdefghijT3BlbkFJabcdefghij', ['openAIApi']],
  ['sk-0123456789abcdef0123456789abcdef', ['deepseekApi', 'openAIApi']],
  ['sk-something', ['openAIApi', 'deepseekApi']],
  ['AIzaSyA-abc', ['googleGenerativeAI']],
  ['gsk_abc', ['groqApi']],
  ['xai-abc', ['xaiApi']],
  ['hf_abc', ['huggingFaceApi']],
  ['nothing-known', []],
])('%s may be %j', (text, kinds) => {
  expect(recogniseKey(text)).toEqual({ key: text, kinds })
})

test.each([
  ['  sk-ant-1\n', 'sk-ant-1', 'anthropicApi'],
  ['"gsk_1"', 'gsk_1', 'groqApi'],
  ['OPENAI_API_KEY=sk-something', 'sk-something', 'openAIApi'],
  ["export MISTRAL_API_KEY='abc=='", 'abc==', 'mistralAIApi'],
  ['MY_KEY=xai-1', 'xai-1', 'xaiApi'],
])('%j holds the key %s of %s', (text, key, kind) => {
  expect(recogniseKey(text)).toEqual({ key, kinds: [kind] })
})

test('a kind that wants more than one secret is not made from a pasted key', () => {
  const kind = (inputs: Parameters<typeof defineCredential>[0]['inputs']) =>
    describeCredential(defineCredential({ name: 'k', label: 'K', version: 1, inputs }))
  expect(onlySecret(kind({ key: password({ label: 'Key' }) }))?.name).toBe('key')
  expect(
    onlySecret(kind({ key: password({ label: 'Key' }), place: string({ label: 'Place', optional: true }) }))?.name,
  ).toBe('key')
  expect(onlySecret(kind({ key: password({ label: 'Key' }), place: string({ label: 'Place' }) }))).toBeUndefined()
})
