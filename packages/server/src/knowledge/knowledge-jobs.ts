import { AppError, type Job as JobView, type JobResult } from '@chatwright/contract'
import type { RunFault } from '@chatwright/core'
import { newId } from '../db/new-id.ts'
import type { JobService } from '../jobs/job-service.ts'
import { faultError } from '../runs/fault-answer.ts'
import type { Runner } from '../runs/runner.ts'
import type { KnowledgeStore } from './knowledge-store.ts'
import type { StoreName } from './open-components.ts'

export type KnowledgeJobs = ReturnType<typeof createKnowledgeJobs>

/** Loads of stores: one at a time for each, done in the background whoever waits for it. */
export function createKnowledgeJobs({
  stores,
  runner,
  jobs,
}: {
  stores: Pick<KnowledgeStore, 'claim' | 'find'>
  runner: Pick<Runner, 'enqueue'>
  jobs: Pick<JobService, 'get' | 'follow'>
}) {
  const find = async (id: string): Promise<JobView | null> =>
    jobs.get(id).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'job-not-found') return null
      throw error
    })

  return {
    find,

    async start(store: StoreName, { sources, isIndexing }: { sources: string[]; isIndexing: boolean }) {
      const runId = newId()
      const held = await stores.claim(store.id, runId)
      if (held !== undefined) throw new AppError('knowledge-loading', { jobId: held })
      await runner.enqueue({
        kind: 'knowledge',
        runId,
        flowId: store.id,
        flowName: store.name,
        flowVersion: 0,
        session: { flowId: store.id, chatId: runId, sessionId: runId, origin: 'internal' },
        sources,
        isIndexing,
      })
      return jobs.get(runId)
    },

    /** What a load came to, for whoever waits; it goes on when they leave. Throws what it failed with. */
    async outcome(jobId: string): Promise<JobResult> {
      await jobs.follow(jobId, { afterSeq: 0, reader: () => {}, signal: new AbortController().signal })
      const { state, result, fault } = await jobs.get(jobId)
      if (state === 'done' && result) return result
      if (fault) throw faultError(fault as unknown as RunFault)
      const details = { text: '' }
      throw new AppError(state === 'cancelled' ? 'run-cancelled' : 'run-interrupted', details, {
        message: 'The load was stopped before it was done. The store is as it was.',
      })
    },

    /** Refuses what would pull the store from under a load. */
    async refuseWhileLoading({ load_job: jobId }: { load_job: string | null }): Promise<void> {
      const job = jobId === null ? null : await find(jobId)
      if (job && isActive(job)) throw new AppError('knowledge-loading', { jobId: job.id })
    },
  }
}

export function isActive({ state }: Pick<JobView, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}
