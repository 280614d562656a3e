import { expect, test } from 'vitest'

import { wordsOf } from './sentence.ts'

test.each([
  ['POST /chatflows/:id/versions/:version/publish', { verb: 'published', thing: 'flow' }],
  ['PUT /chatflows/:id', { verb: 'changed', thing: 'flow' }],
  ['DELETE /apikey/:id', { verb: 'deleted', thing: 'key' }],
  ['POST /something/new', { verb: 'created', thing: 'other' }],
])('%s has words', (action, words) => {
  expect(wordsOf(action)).toEqual(words)
})
