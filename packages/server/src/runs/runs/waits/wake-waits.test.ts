import { AppError } from '@chatwright/contract'
import { expect, test, vi } from 'vitest'
import type { StepsJob } from '../run-job.ts'
import { keepWaking } from './wake-waits.ts'

test('whoever looks after decisions takes it for no fault that somebody else was quicker', async () => {
  const refused = [
    new AppError('decision-kept', { id: 'w1' }),
    new AppError('wait-over', { id: 'w1' }),
    new AppError('overloaded'),
  ]
  const enqueue = vi.fn<() => Promise<void>>()
  for (const error of refused) enqueue.mockRejectedValueOnce(error)
  enqueue.mockResolvedValue()
  const onFault = vi.fn<(error: unknown) => void>()
  const stop = keepWaking({
    waits: {
      due: async () => [],
      expired: async () => [],
      decide: async () => true,
      decidedBefore: async () => ['e1'],
      decided: async () => ({ from: { runId: 'r1' } as StepsJob, decisions: [] }),
      isOver: async () => false,
      close: async () => undefined,
    },
    runner: { enqueue },
    cancelWait: async () => true,
    waitDays: 30,
    now: () => new Date(),
    onFault,
    everyMs: 1,
  })
  await vi.waitFor(() => expect(enqueue.mock.calls.length).toBeGreaterThan(refused.length), 60_000)
  stop()
  expect(onFault.mock.calls).toEqual([[refused.at(-1)]])
})
