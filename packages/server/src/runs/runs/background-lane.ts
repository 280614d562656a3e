import { doTaken, type DoTakenDependencies, type TakenJob } from './do-taken.ts'
import type { AbortReason } from './execute-run.ts'
import { livenessOf } from '../../ground/config/liveness.ts'
import type { Holds } from './held-runs.ts'
import type { Job } from './job.ts'
import type { QueuedRunStore } from './queued-run-store.ts'
import { createRunLog, type RunLog } from './run-log.ts'
import type { RunStore } from './run-store.ts'

export interface BackgroundLane {
  /** Something may wait: a job was added, or another process let one go. */
  look(): void
  /** Stops what is done here of these jobs; returns which runs they are. */
  stop(which: (job: Job) => boolean): string[]
  readonly active: number
  /** Lets go of what is under way: whoever comes next goes on with it. */
  drain(): Promise<void>
  close(): void
}

export interface BackgroundLaneDependencies extends DoTakenDependencies {
  holds: Holds
  queued: Pick<QueuedRunStore, 'waiting' | 'take' | 'renew'>
  store: Pick<RunStore, 'finish' | 'events'>
  owner: string
  /** How much is done at a time: the rest waits, so that questions never do. */
  concurrency: number
  leaseMs: number
  onFault: (error: unknown, runId: string) => void
}

const FIRST_LOOK_MS = 500

interface ActiveJob {
  taken: TakenJob
  controller: AbortController
  /** Once what was told before is read. */
  log?: RunLog
  done: Promise<void>
}

/** Does background work in this process, a few jobs at a time, out of what the database says is waiting. */
export function createBackgroundLane(dependencies: BackgroundLaneDependencies): BackgroundLane {
  const { holds, queued, store, owner, concurrency, leaseMs, now, onFault } = dependencies
  const { renewEveryMs, lookEveryMs } = livenessOf(leaseMs)
  const active = new Map<string, ActiveJob>()
  let isOpen = true
  let looking: Promise<void> | undefined
  let mustLookAgain = false

  const begin = async (runId: string): Promise<void> => {
    // Another process took it for left behind: it is still done here.
    if (holds(runId)) return
    const taken = await queued.take(runId, { owner, at: now(), ms: leaseMs })
    // Another process was quicker, or it was cancelled.
    if (!taken) return
    const job: ActiveJob = { taken, controller: new AbortController(), done: Promise.resolve() }
    active.set(runId, job)
    job.done = work(job)
      .catch((error: unknown) => onFault(error, runId))
      .finally(() => {
        if (active.get(runId) === job) active.delete(runId)
        look()
      })
  }

  const work = async (job: ActiveJob): Promise<void> => {
    const { taken, controller } = job
    const before = taken.fence === 1 ? [] : await store.events(taken.job.runId)
    const log = createRunLog({ before })
    job.log = log
    await doTaken(taken, { signal: controller.signal, log, kept: before.length, isComplete: true }, dependencies)
  }

  const fill = async (): Promise<void> => {
    do {
      mustLookAgain = false
      const free = concurrency - active.size
      if (!isOpen || free <= 0) return
      for (const runId of await queued.waiting(free)) if (isOpen) await begin(runId)
    } while (mustLookAgain)
  }

  function look(): void {
    mustLookAgain = true
    looking ??= fill()
      .catch((error: unknown) => onFault(error, ''))
      .finally(() => (looking = undefined))
  }

  const renew = async (): Promise<void> => {
    const jobs = [...active.values()]
    if (jobs.length === 0) return
    const held = await queued.renew(
      jobs.map(({ taken }) => ({ runId: taken.job.runId, fence: taken.fence })),
      leaseMs,
    )
    for (const { taken, controller, log } of jobs) {
      if (!held.has(taken.job.runId) && !log?.isAnswered) controller.abort('lease-lost' satisfies AbortReason)
    }
  }

  const renewing = setInterval(() => {
    renew().catch((error: unknown) => onFault(error, ''))
  }, renewEveryMs)
  const looks = setInterval(look, lookEveryMs)
  // What an earlier process left; once it has been let go.
  setTimeout(look, FIRST_LOOK_MS).unref()
  renewing.unref()
  looks.unref()

  return {
    look,
    stop(which) {
      const found = [...active.values()].filter(({ taken }) => which(taken.job))
      for (const { controller } of found) controller.abort('stopped' satisfies AbortReason)
      return found.map(({ taken }) => taken.job.runId)
    },
    get active() {
      return active.size
    },
    async drain() {
      isOpen = false
      await looking
      for (const { controller } of active.values()) controller.abort('shutdown' satisfies AbortReason)
      await Promise.all([...active.values()].map(({ done }) => done))
    },
    close() {
      isOpen = false
      clearInterval(renewing)
      clearInterval(looks)
    },
  }
}
