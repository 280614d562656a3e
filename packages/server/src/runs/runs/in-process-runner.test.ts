import type { EndedOutcome } from '@chatwright/core'
import { expect, test, vi } from 'vitest'
import { createBackgroundLane } from './background-lane.ts'
import type { ExecuteRun } from './execute-run.ts'
import { createInProcessRunner, type RunnerDependencies } from './in-process-runner.ts'
import type { RunJob } from './run-job.ts'

const job = (runId: string) =>
  ({ kind: 'question', runId, isResumable: false, flowId: 'f', session: { chatId: 'c' } }) as RunJob

function runnerOf({
  store,
  ...others
}: Pick<RunnerDependencies, 'execute' | 'times' | 'maxRuns'> & { store?: object }) {
  return createInProcessRunner({
    holds: () => false,
    store: {
      begin: async () => undefined,
      extendLeases: async (ids) => new Set(ids),
      events: async () => [],
      finish: async () => true,
      ended: async () => new Map(),
      eventsAfter: async () => [],
      ...store,
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
    ...others,
  })
}

test('more runs than it can hold are refused, and the place of each that ends is free again', async () => {
  const endings: (() => void)[] = []
  let isStoring = true
  const runner = runnerOf({
    execute: () => new Promise((resolve) => endings.push(() => resolve({} as EndedOutcome))),
    store: {
      begin: async () => {
        if (!isStoring) throw new Error('The database is gone')
      },
    },
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

/** Says why it was stopped; `answer` first, where somebody wants to know what follows after it. */
const untilStopped =
  (hasAnswer: boolean, stops: unknown[]): ExecuteRun =>
  async (_job, { signal, log }) => {
    if (hasAnswer) log.append({ type: 'answered', at: 1, durationMs: 1 })
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    stops.push(signal.reason)
    return {} as EndedOutcome
  }

test('a run that is not held any more is stopped, unless its answer is kept and only suggestions follow', async () => {
  const stops: unknown[] = []
  let renewals = 0
  const store = { extendLeases: async () => ((renewals += 1), new Set()) }
  const asked = { store, times: { leaseMs: 30 } }
  const lost = runnerOf({ ...asked, execute: untilStopped(false, stops) })
  await (
    await lost.start(job('1'))
  ).outcome
  expect(stops).toEqual(['lease-lost'])
  await lost.close()

  const answered = runnerOf({ ...asked, execute: untilStopped(true, stops) })
  const run = await answered.start(job('2'))
  renewals = 0
  await vi.waitFor(() => expect(renewals > 2 || stops.length > 1).toBe(true))
  await answered.stop('2')
  await run.outcome
  expect(stops).toEqual(['lease-lost', 'stopped'])
  await answered.close()
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

test('suggestions that follow a background answer are not cut off by the lease that it needs no more', async () => {
  const stops: unknown[] = []
  const waiting = ['1']
  let renewals = 0
  const lane = createBackgroundLane({
    execute: untilStopped(true, stops),
    holds: () => false,
    store: { events: async () => [], finish: async () => true },
    queued: {
      waiting: async () => waiting.splice(0),
      take: async (runId) => ({ job: { ...job(runId), kind: 'flow' }, attempt: 1, fence: 1 }),
      renew: async () => ((renewals += 1), new Set()),
    },
    describe: () => undefined,
    owner: 'me',
    concurrency: 1,
    leaseMs: 30,
    onFault: () => undefined,
    now: () => new Date(),
  })
  lane.look()
  await vi.waitFor(() => expect(renewals > 2 || stops.length > 0).toBe(true))
  expect(stops).toEqual([])
  await lane.drain()
  expect(stops).toEqual(['shutdown'])
  lane.close()
})
