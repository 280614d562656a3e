import { AppError } from '@chatwright/contract'
import type { EndedOutcome } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { DEFAULT_LEASE_MS, livenessOf } from '../../ground/config/liveness.ts'
import type { AbortReason } from './execute-run.ts'
import { createBackgroundLane, type BackgroundLaneDependencies } from './background-lane.ts'
import { endWaiting, type EndWaitingDependencies } from './end-waiting.ts'
import type { Job, PlannedJob } from './job.ts'
import { createKeptRuns, type KeptRunsDependencies } from './kept-runs.ts'
import { ruleOf } from './kinds/index.ts'
import { createRunLog, type RunLog, type RunReader } from './run-log.ts'
import type { RunStore } from './run-store.ts'
import type { RunHandle, Runner } from './runner.ts'

/** A class, because one is made for every answer: an object with getters of its own costs microseconds to make. */
class ActiveRun<Of extends Job = Job> implements RunHandle<Of> {
  readonly job: Of
  readonly controller = new AbortController()
  readonly log: RunLog
  readonly outcome: Promise<EndedOutcome>
  leaving: NodeJS.Timeout | undefined
  #isSettled = false

  constructor(
    job: Of,
    { work, onUnread }: { work: (run: ActiveRun<Of>) => Promise<EndedOutcome>; onUnread: (run: ActiveRun<Of>) => void },
  ) {
    this.job = job
    this.log = createRunLog({
      onLastReaderGone: () => {
        if (!this.isOver) onUnread(this)
      },
    })
    this.outcome = work(this).finally(() => (this.#isSettled = true))
  }

  /** With its end told everything is stored: whoever leaves now leaves nothing undone. */
  get isOver(): boolean {
    return this.#isSettled || this.log.isOver
  }

  get isStopping(): boolean {
    return this.controller.signal.aborted
  }

  read(reader: RunReader, afterSeq?: number): () => void {
    if (!this.isOver) clearTimeout(this.leaving)
    return this.log.read(reader, afterSeq)
  }
}

export interface RunnerTimes {
  /** How long a resumable run waits for a reader to come back, and can be read after its end. */
  resumeMs: number
  /** How long runs may still take when the server ends. */
  drainMs: number
  leaseMs: number
}

const defaultTimes: RunnerTimes = { resumeMs: 30_000, drainMs: 25_000, leaseMs: DEFAULT_LEASE_MS }

export interface RunnerDependencies extends Pick<
  BackgroundLaneDependencies,
  'execute' | 'holds' | 'describe' | 'onFault' | 'now'
> {
  store: Pick<RunStore, 'begin' | 'extendLeases' | 'events' | 'finish'> & KeptRunsDependencies['store']
  queued: BackgroundLaneDependencies['queued'] & KeptRunsDependencies['queued'] & EndWaitingDependencies['queued']
  /** How much work that nobody reads is done at a time. */
  backgroundConcurrency: number
  times?: Partial<RunnerTimes>
  /** How many runs may be under way at once. */
  maxRuns?: number
}

/** Each holds its events and a connection to a vendor; past this the process would fail for everybody. */
const MAX_RUNS = 2000

/** A run done where it was begun is taken once. */
const FENCE = 1

/** Does runs in this very process. */
export function createInProcessRunner(dependencies: RunnerDependencies): Runner {
  const { execute, store, onFault, now, times, maxRuns = MAX_RUNS } = dependencies
  let underWay = 0
  const { resumeMs, drainMs, leaseMs } = { ...defaultTimes, ...times }
  const owner = randomUUID()
  const concurrency = dependencies.backgroundConcurrency
  const background = createBackgroundLane({ ...dependencies, owner, leaseMs, concurrency })
  const kept = createKeptRuns(dependencies)
  const runs = new Map<string, ActiveRun>()

  const active = (): ActiveRun[] => [...runs.values()].filter(({ isOver }) => !isOver)
  const stop = (run: ActiveRun, reason: AbortReason): void => run.controller.abort(reason)

  const renew = async (): Promise<void> => {
    const held = active()
    if (held.length === 0) return
    const ids = held.map(({ job }) => job.runId)
    const renewed = await store.extendLeases(ids, { fence: FENCE, ms: leaseMs })
    for (const run of held) {
      // Another process has ended it or does it now, or it was deleted: nothing that it comes to would be kept.
      if (!renewed.has(run.job.runId) && !run.log.isAnswered) stop(run, 'lease-lost')
    }
  }
  const leases = setInterval(() => {
    renew().catch((error: unknown) => onFault(error, ''))
  }, livenessOf(leaseMs).renewEveryMs)
  leases.unref()

  /** Does something after a time, unless somebody reads again before. */
  const later = (run: ActiveRun, work: () => void, afterMs: number): void => {
    clearTimeout(run.leaving)
    run.leaving = setTimeout(work, afterMs)
    run.leaving.unref()
  }

  const launch = <Of extends Job>(job: Of, planned: PlannedJob<Of> | undefined): ActiveRun<Of> => {
    const unreadMs = ruleOf(job).unreadMs(job, resumeMs)
    const run = new ActiveRun(job, {
      work: ({ controller: { signal }, log }) => execute(job, { signal, fence: FENCE, log, planned }),
      onUnread(unread) {
        if (unreadMs === Infinity) return
        if (unreadMs > 0) later(unread, () => stop(unread, 'reader-gone'), unreadMs)
        else stop(unread, 'reader-gone')
      },
    })
    const forget = (): void => {
      underWay -= 1
      clearTimeout(run.leaving)
      if (unreadMs > 0) later(run, () => runs.delete(job.runId), Math.min(unreadMs, resumeMs))
      else runs.delete(job.runId)
    }
    run.outcome.then(forget, (error: unknown) => {
      forget()
      // Whoever asked reads it; a run whose reader left must not bring the process down.
      onFault(error, job.runId)
    })
    runs.set(job.runId, run)
    return run
  }

  return {
    usesPlans: true,

    async start(job, planned) {
      if (underWay >= maxRuns) throw new AppError('overloaded')
      underWay += 1
      try {
        await store.begin(job, { at: now(), lease: { owner, ms: leaseMs } })
        return launch(job, planned)
      } catch (error) {
        underWay -= 1
        throw error
      }
    },

    async enqueue(job, changes) {
      await store.begin(job, { at: now(), changes })
      background.look()
    },

    find: async (runId) => runs.get(runId) ?? kept.find(runId),

    async stop(runId) {
      const run = runs.get(runId)
      if (run) stop(run, 'stopped')
      else background.stop((job) => job.runId === runId)
    },

    async cancel({ flowId, chatId }) {
      const isOfChat = (job: Job): boolean => job.flowId === flowId && job.session.chatId === chatId
      const found = active().filter(({ job }) => isOfChat(job))
      for (const run of found) stop(run, 'stopped')
      const stopped = new Set([...found.map(({ job }) => job.runId), ...background.stop(isOfChat)])
      for (const runId of await endWaiting({ flowId, chatId }, dependencies)) stopped.add(runId)
      // Taken up meanwhile.
      for (const runId of background.stop(isOfChat)) stopped.add(runId)
      return stopped.size
    },

    get active() {
      return active().length + background.active
    },

    async drain() {
      const released = background.drain()
      const left = active()
      const ended = Promise.allSettled(left.map(({ outcome }) => outcome))
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, drainMs)
      })
      await Promise.race([ended, patience])
      clearTimeout(timer)
      for (const run of active()) stop(run, 'shutdown')
      await ended
      await released
    },

    async close() {
      clearInterval(leases)
      background.close()
      kept.close()
      for (const run of runs.values()) clearTimeout(run.leaving)
      runs.clear()
    },
  }
}
