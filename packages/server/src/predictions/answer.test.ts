import { expect, test } from 'vitest'
import type { RunJob } from '../runs/run-job.ts'
import { faultText, toAnswer } from './answer.ts'

test('an answer cut short by the end of the server is no answer', () => {
  const job = { session: {}, memoryType: null } as RunJob
  const cutShort = () => toAnswer(job, { status: 'interrupted', text: 'Half an', durationMs: 5 })
  expect(cutShort).toThrow(
    expect.objectContaining({ code: 'run-interrupted', status: 503, details: { text: 'Half an' } }),
  )
})

test('what happened and what to do about it are two sentences', () => {
  const fault = { code: 'failed', nodeLabel: 'LLM Chain', hint: 'Ask again.' } as const
  expect(faultText({ ...fault, message: 'The model answered: nope' })).toBe(
    'LLM Chain: The model answered: nope. Ask again.',
  )
  expect(faultText({ ...fault, message: 'It failed.' })).toBe('LLM Chain: It failed. Ask again.')
})
