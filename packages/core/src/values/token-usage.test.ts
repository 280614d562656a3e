import { expect, test } from 'vitest'
import { addUsage, laterUsage, tokensAsked } from './token-usage.ts'

const some = { inputTokens: 10, outputTokens: 4 }

test('what several calls used is added up', () => {
  expect(addUsage(undefined, some)).toEqual(some)
  expect(addUsage(some, { inputTokens: 1, outputTokens: 2 })).toEqual({ inputTokens: 11, outputTokens: 6 })
})

test('of the figures of one call the largest counts, for vendors tell running totals', () => {
  expect(laterUsage(undefined, some)).toEqual(some)
  expect(laterUsage(some, { inputTokens: 7, outputTokens: 9 })).toEqual({ inputTokens: 10, outputTokens: 9 })
})

test('a figure that only one of two has told is kept, and one that neither told is not made up', () => {
  const cached = { ...some, cachedInputTokens: 3 }
  const reasoned = { ...some, reasoningTokens: 5 }
  expect(addUsage(cached, reasoned)).toEqual({
    inputTokens: 20,
    outputTokens: 8,
    cachedInputTokens: 3,
    reasoningTokens: 5,
  })
  expect(addUsage(reasoned, reasoned)).toEqual({ inputTokens: 20, outputTokens: 8, reasoningTokens: 10 })
  expect(laterUsage(some, cached)).toEqual(cached)
})

test('of a request neither the letters of a file nor what was found are counted', () => {
  const request = { messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }] }] }
  const image = { type: 'image', mimeType: 'image/png', data: '' }
  const withImage = (data: string) => ({ messages: [{ role: 'user', content: [{ ...image, data }] }] })
  expect(tokensAsked(withImage('A'.repeat(1_000_000)))).toBe(tokensAsked(withImage('')))
  expect(tokensAsked({ ...request, context: [{ pageContent: 'A'.repeat(1000), metadata: {} }] })).toBe(
    tokensAsked(request),
  )
  expect(tokensAsked({ context: 'said', data: 'kept' })).toBe(8)
})
