import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { livenessOf } from '../../ground/config/liveness.ts'
import { createLogger } from '../../ground/boot/logger.ts'
import { requeueNeglected, type RequeueDependencies } from '../../runs/queue/requeue-neglected.ts'
import { endAbandonedRuns } from './abandoned-runs.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'

const LIVENESS = livenessOf(15_000)
const { leaseMs, lookEveryMs } = LIVENESS

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that can be away: it refuses, or lets those wait who ask. */
function database() {
  const waiting: (() => void)[] = []
  let state: 'there' | 'refuses' | 'is silent' = 'there'
  return {
    async answer<Of>(value: Of): Promise<Of> {
      if (state === 'refuses') throw new Error('The database is away')
      if (state === 'is silent') await new Promise<void>((resolve) => waiting.push(resolve))
      return value
    },
    leave: (how: 'refuses' | 'is silent') => (state = how),
    comeBack() {
      state = 'there'
      for (const goOn of waiting.splice(0)) goOn()
    },
  }
}

const run = { kind: 'question', runId: 'r', flowId: 'f' } as RunJob
/** Looks as a web process does, at what the database and the queue are given to say. */
function looking(
  queued: Partial<RequeueDependencies['queued']>,
  {
    add = async () => undefined,
    finish = async () => true,
  }: { add?: () => Promise<void>; finish?: RunStore['finish'] },
) {
  const queue = { add, depth: async () => 0 }
  return requeueNeglected({
    queue,
    background: queue,
    queued: { neglected: async () => [], lapsed: async () => [], ...queued },
    store: { events: async () => [], finish },
    live: async () => [],
    liveness: LIVENESS,
    now: () => new Date(),
    onFault: () => undefined,
  })
}

const LOOKERS = {
  async 'what is put back into the queue'(db: ReturnType<typeof database>, judged: () => void) {
    const neglected = () => db.answer([{ runId: 'r', flowId: 'f', attempt: 1, isInBackground: false }])
    return looking({ neglected }, { add: async () => judged() })
  },
  async 'what no worker takes up again'(db: ReturnType<typeof database>, judged: () => void) {
    const lapsed = () => db.answer([{ job: run, fence: 1 }])
    return looking({ lapsed }, { finish: async () => (judged(), true) })
  },
  async 'what is ended as interrupted'(db: ReturnType<typeof database>, judged: () => void) {
    const runs = {
      abandoned: () => db.answer([{ job: run, fence: 1 }]),
      events: async () => [],
      async finish() {
        judged()
        return true
      },
    } as Partial<RunStore> as RunStore
    const now = () => new Date()
    const logger = createLogger('silent')
    return endAbandonedRuns({ runs, logger, now, kind: 'postgres', holds: () => false, ...LIVENESS })
  },
}

test.each(
  Object.entries(LOOKERS).flatMap(([name, looker]) =>
    (['refuses', 'is silent'] as const).map((how) => [name, how, looker] as const),
  ),
)('%s waits a lease after a database that %s: whoever holds runs renews first', async (_name, how, looker) => {
  const db = database()
  let judged = 0
  const judgedWithin = async (ms: number): Promise<number> => {
    judged = 0
    await vi.advanceTimersByTimeAsync(ms)
    return judged
  }
  const stop = await looker(db, () => (judged += 1))
  // It may have started right after an outage.
  expect(await judgedWithin(leaseMs - 1)).toBe(0)
  expect(await judgedWithin(2 * lookEveryMs)).toBe(2)
  db.leave(how)
  expect(await judgedWithin(2 * leaseMs)).toBe(0)
  db.comeBack()
  expect(await judgedWithin(leaseMs - 1)).toBe(0)
  expect(await judgedWithin(2 * lookEveryMs)).toBeGreaterThan(0)
  // One look that was not answered is no outage.
  db.leave(how)
  await vi.advanceTimersByTimeAsync(lookEveryMs)
  db.comeBack()
  expect(await judgedWithin(2 * lookEveryMs)).toBeGreaterThan(1)
  stop()
})
