import type { EndedOutcome } from '@chatwright/core'
import { expect, test, vi } from 'vitest'
import { createBackgroundLane } from './background-lane.ts'
import { createInProcessRunner } from './in-process-runner.ts'
import type { RunJob } from './run-job.ts'

const job = (runId: string) =>
  ({ kind: 'question', runId, isResumable: false, flowId: 'f', session: { chatId: 'c' } }) as RunJob

test('more runs than it can hold are refused, and the place of each that ends is free again', async () => {
  const endings: (() => void)[] = []
  let isStoring = true
  const runner = createInProcessRunner({
    execute: () => new Promise((resolve) => endings.push(() => resolve({} as EndedOutcome))),
    holds: () => false,
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
      waitingIn: async () => [],
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

test('background work that is taken again while it is still done here is looked after until its own end', async () => {
  const endings: (() => void)[] = []
  const waiting = ['1']
  const renewed: number[][] = []
  let taken = 0
  let looks = 0
  const lane = createBackgroundLane({
    execute: () => new Promise((resolve) => endings.push(() => resolve({} as EndedOutcome))),
    holds: () => false,
    store: { events: async () => [], finish: async () => true },
    queued: {
      waiting: async () => {
        looks += 1
        return waiting.splice(0)
      },
      take: async (runId) => ({ job: { ...job(runId), kind: 'flow' }, attempt: 1, fence: (taken += 1) }),
      async renew(runs) {
        renewed.push(runs.map(({ fence }) => fence))
        return new Set(runs.map(({ runId }) => runId))
      },
    },
    describe: () => undefined,
    owner: 'me',
    concurrency: 5,
    leaseMs: 30,
    onFault: () => undefined,
    now: () => new Date(),
  })
  lane.look()
  await vi.waitFor(() => expect(endings).toHaveLength(1))
  waiting.push('1')
  lane.look()
  await vi.waitFor(() => expect(endings).toHaveLength(2))
  const looksBefore = looks
  endings[0]?.()
  await vi.waitFor(() => expect(looks).toBeGreaterThan(looksBefore + 1))
  renewed.length = 0
  await vi.waitFor(() => expect(renewed.at(-1)).toEqual([2]))
  lane.close()
})
