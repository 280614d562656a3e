import { expect, test } from 'vitest'
import type { RunJob } from '../runs/run-job.ts'
import { toAnswer } from './answer.ts'

test('an answer cut short by the end of the server is no answer', () => {
  const job = { session: {}, memoryType: null } as RunJob
  const cutShort = () => toAnswer(job, { status: 'interrupted', text: 'Half an', durationMs: 5 }, { audience: 'owner' })
  expect(cutShort).toThrow(
    expect.objectContaining({ code: 'run-interrupted', status: 503, details: { text: 'Half an' } }),
  )
})
