import { expect, test } from 'vitest'
import { note, runEnd, type AnswerSoFar } from './run-state.ts'

const heard = (...events: Parameters<typeof note>[1][]): AnswerSoFar => {
  const answer: AnswerSoFar = { text: '', reported: undefined }
  for (const event of events) note(answer, event)
  return answer
}

test('an answer is its tokens, and what the ending node reported of its use', () => {
  expect(
    heard(
      { type: 'token', text: 'Good ' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 1 } },
      { type: 'token', text: 'day' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 2 } },
    ),
  ).toEqual({ text: 'Good day', reported: { inputTokens: 3, outputTokens: 2 } })
})

test('an answer in JSON is its text where nothing was said in words', () => {
  expect(heard({ type: 'json', value: { a: 1 } }).text).toBe('{"a":1}')
  expect(heard({ type: 'token', text: 'Said' }, { type: 'json', value: { a: 1 } }).text).toBe('Said')
})

test('the end of a run tells how long it took, and usage and fault only where there are any', () => {
  const times = { runId: 'r', startedAt: 5, at: 12, status: 'done' as const, usage: undefined }
  const end = { type: 'run-end', runId: 'r', at: 12, status: 'done', durationMs: 7 }
  expect(runEnd(times)).toEqual(end)
  const usage = { inputTokens: 1, outputTokens: 2 }
  const fault = { message: 'Broken.', code: 'internal' as const }
  expect(runEnd({ ...times, usage, fault })).toEqual({ ...end, usage, fault })
})
