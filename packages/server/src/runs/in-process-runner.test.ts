import type { EndedOutcome } from '@chatwright/core'
import { expect, test } from 'vitest'
import { createInProcessRunner } from './in-process-runner.ts'
import type { RunJob } from './run-job.ts'

const job = (runId: string) =>
  ({ kind: 'question', runId, isResumable: false, flowId: 'f', session: { chatId: 'c' } }) as RunJob

test('more runs than it can hold are refused, and the place of each that ends is free again', async () => {
  const endings: (() => void)[] = []
  let isStoring = true
  const runner = createInProcessRunner({
    execute: () => new Promise((resolve) => endings.push(() => resolve({} as EndedOutcome))),
    store: {
      begin: async () => {
        if (!isStoring) throw new Error('The database is gone')
      },
      extendLeases: async () => undefined,
      events: async () => [],
      finish: async () => true,
      ended: async () => new Map(),
      eventsAfter: async () => [],
    },
    queued: {
      waiting: async () => [],
      take: async () => undefined,
      renew: async () => new Set(),
      findJob: async () => undefined,
    },
    describe: () => undefined,
    backgroundConcurrency: 1,
    onFault: () => undefined,
    now: () => new Date(),
    maxRuns: 2,
  })
  const [first] = await Promise.all([runner.start(job('1')), runner.start(job('2'))])
  await expect(runner.start(job('3'))).rejects.toMatchObject({ code: 'overloaded', status: 503 })
  endings[0]?.()
  await first.outcome
  isStoring = false
  await expect(runner.start(job('4'))).rejects.toThrow('The database is gone')
  isStoring = true
  await runner.start(job('5'))
  await expect(runner.start(job('6'))).rejects.toMatchObject({ code: 'overloaded' })
  await runner.close()
})
