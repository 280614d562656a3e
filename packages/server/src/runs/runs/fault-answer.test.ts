import { expect, test } from 'vitest'
import { faultText } from './fault-answer.ts'

test('what happened and what to do about it are two sentences', () => {
  const fault = { code: 'failed', nodeLabel: 'LLM Chain', hint: 'Ask again.' } as const
  expect(faultText({ ...fault, message: 'The model answered: nope' })).toBe(
    'LLM Chain: The model answered: nope. Ask again.',
  )
  expect(faultText({ ...fault, message: 'It failed.' })).toBe('LLM Chain: It failed. Ask again.')
})
