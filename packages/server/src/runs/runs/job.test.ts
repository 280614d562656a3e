import { expect, test } from 'vitest'
import { readJob, readQuestion } from './job.ts'

test('a question of an earlier release is read under the names of today', () => {
  const row = (job: object) => JSON.stringify({ runId: 'r', ...job })
  const before = { question: 'Sum it up', prompt: 'The text.\n\nSum it up' }
  const now = { runId: 'r', message: 'Sum it up', question: 'The text.\n\nSum it up' }
  expect(readJob(row(before))).toEqual({ kind: 'question', ...now })
  expect(readQuestion(row({ kind: 'continue', ...before }))).toEqual({ kind: 'continue', ...now })
  expect(readQuestion(row({ kind: 'question', ...now }))).toEqual({ kind: 'question', ...now })
})

test('a load is no question', () => {
  const row = JSON.stringify({ kind: 'load', runId: 'r' })
  expect(readJob(row)).toEqual({ kind: 'load', runId: 'r' })
  expect(() => readQuestion(row)).toThrow('answers no question')
})
