import { expect, test } from 'vitest'
import { createJobService, type JobDependencies } from './job-service.ts'

const HOUR_MS = 3_600_000

test('what is over soon is told soon, however seldom a long job is looked at', async () => {
  let looks = 0
  const store = { find: async () => ({ status: looks < 4 ? 'running' : 'done' }) }
  const runs = {
    eventsAfter: async () => ((looks += 1) < 4 ? [] : [{ seq: 1, event: { type: 'run-end' } }]),
  }
  const given = { store, runs, lookEveryMs: HOUR_MS } as unknown as JobDependencies
  const told: string[] = []
  const reader = ({ type }: { type: string }): void => void told.push(type)
  const signal = AbortSignal.timeout(60_000)
  await createJobService(given).follow('job', { afterSeq: 0, reader, signal })
  expect({ told, isLeft: signal.aborted }).toEqual({ told: ['run-end'], isLeft: false })
})
