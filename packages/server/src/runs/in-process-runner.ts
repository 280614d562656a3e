import { AppError } from '@chatwright/contract'
import { randomUUID } from 'node:crypto'
import type { AbortReason, ExecuteRun } from './execute-run.ts'
import type { RunJob } from './run-job.ts'
import { createRunLog } from './run-log.ts'
import type { RunStore } from './run-store.ts'
import type { RunHandle, Runner } from './runner.ts'

interface ActiveRun extends RunHandle {
  readonly controller: AbortController
  readonly isOver: boolean
  leaving: NodeJS.Timeout | undefined
}

export interface RunnerTimes {
  /** How long a resumable run waits for a reader to come back, and can be read after its end. */
  resumeMs: number
  /** How long runs may still take when the server ends. */
  drainMs: number
  leaseMs: number
}

const defaultTimes: RunnerTimes = { resumeMs: 30_000, drainMs: 25_000, leaseMs: 15_000 }

export interface RunnerDependencies {
  execute: ExecuteRun
  store: Pick<RunStore, 'begin' | 'extendLeases'>
  onFault: (error: unknown, runId: string) => void
  now: () => Date
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
  const runs = new Map<string, ActiveRun>()
  const leaseUntil = (): Date => new Date(now().getTime() + leaseMs)

  const active = (): ActiveRun[] => [...runs.values()].filter(({ isOver }) => !isOver)
  const leases = setInterval(() => {
    const ids = active().map(({ job }) => job.runId)
    if (ids.length > 0) store.extendLeases(ids, leaseUntil()).catch((error: unknown) => onFault(error, ids.join()))
  }, leaseMs / 3)
  leases.unref()

  const stop = (run: ActiveRun, reason: AbortReason): void => run.controller.abort(reason)

  /** Does something after the resume time, unless somebody reads again before. */
  const later = (run: ActiveRun, work: () => void): void => {
    clearTimeout(run.leaving)
    run.leaving = setTimeout(work, resumeMs)
    run.leaving.unref()
  }

  const launch = (job: RunJob, startedAt: Date): ActiveRun => {
    const controller = new AbortController()
    let isSettled = false
    const log = createRunLog({
      onLastReaderGone: () => {
        if (run.isOver) return
        if (job.isResumable) later(run, () => stop(run, 'reader-gone'))
        else stop(run, 'reader-gone')
      },
    })
    const outcome = execute(job, { signal: controller.signal, startedAt, fence: FENCE, log }).finally(() => {
      isSettled = true
      underWay -= 1
      clearTimeout(run.leaving)
      if (job.isResumable) later(run, () => runs.delete(job.runId))
      else runs.delete(job.runId)
    })
    // Whoever asked reads it; a run whose reader left must not bring the process down.
    outcome.catch((error: unknown) => onFault(error, job.runId))
    const run: ActiveRun = {
      job,
      controller,
      outcome,
      leaving: undefined,
      // With its end told everything is stored: whoever leaves now leaves nothing undone.
      get isOver() {
        return isSettled || log.isOver
      },
      get isStopping() {
        return controller.signal.aborted
      },
      read(reader, afterSeq) {
        if (!run.isOver) clearTimeout(run.leaving)
        return log.read(reader, afterSeq)
      },
    }
    runs.set(job.runId, run)
    return run
  }

  return {
    async start(job) {
      if (underWay >= maxRuns) throw new AppError('overloaded')
      underWay += 1
      try {
        const at = now()
        await store.begin(job, { at, lease: { owner, until: leaseUntil() } })
        return launch(job, at)
      } catch (error) {
        underWay -= 1
        throw error
      }
    },

    find: async (runId) => runs.get(runId),

    async cancel({ flowId, chatId }) {
      const found = active().filter(({ job }) => job.flowId === flowId && job.session.chatId === chatId)
      for (const run of found) stop(run, 'stopped')
      return found.length
    },

    get active() {
      return active().length
    },

    async drain() {
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
    },

    async close() {
      clearInterval(leases)
      for (const run of runs.values()) clearTimeout(run.leaving)
      runs.clear()
    },
  }
}
