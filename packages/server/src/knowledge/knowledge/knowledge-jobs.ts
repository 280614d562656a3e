import { AppError, type Job as JobView, type JobResult } from '@chatwright/contract'
import type { RunFault } from '@chatwright/core'
import type { LoadChanges, LoadUndo } from '../../ground/db/load-changes.ts'
import { newId } from '../../ground/db/new-id.ts'
import type { JobService } from '../../runs/jobs/job-service.ts'
import { faultError } from '../../runs/runs/fault-answer.ts'
import type { KnowledgeJob, KnowledgeRemoval } from '../../runs/runs/kinds/knowledge.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import type { KnowledgeStore } from './knowledge-store.ts'
import { revisionOfStore } from './revisions.ts'
import type { StoreName } from './open-components.ts'

export interface WantedLoad {
  sources: string[]
  isIndexing: boolean
  changes?: LoadChanges
  /** What is deleted in place of a load. */
  removes?: KnowledgeRemoval
  /** What the load takes back where it comes to nothing. */
  undo?: LoadUndo
}

export type KnowledgeJobs = ReturnType<typeof createKnowledgeJobs>

/** Loads of stores: one at a time for each, decided where the run is kept, and done whoever waits for it. */
export function createKnowledgeJobs({
  stores,
  runner,
  jobs,
}: {
  stores: Pick<KnowledgeStore, 'find'>
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

    /** Begins a load with what changes for it, unless another is under way: then nothing is changed. */
    async start(store: StoreName, { changes, ...wanted }: WantedLoad): Promise<string> {
      const runId = newId()
      const job: KnowledgeJob = {
        kind: 'knowledge',
        runId,
        flowId: store.id,
        flowName: store.name,
        flowVersion: 0,
        session: { flowId: store.id, chatId: runId, sessionId: runId, origin: 'internal' },
        ...wanted,
      }
      await runner.enqueue(job, changes).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'knowledge-changed') throw error
        const row = await stores.find(store.id)
        if (!row) throw error
        throw new AppError('knowledge-changed', { revision: revisionOfStore(row) }, { message: error.message })
      })
      return runId
    },

    get: (id: string): Promise<JobView> => jobs.get(id),

    /** What a load came to, for whoever waits; it goes on when they leave. Throws what it failed with. */
    async outcome(jobId: string): Promise<JobResult> {
      await jobs.follow(jobId, { afterSeq: 0, reader: () => {}, signal: new AbortController().signal })
      const ended = await find(jobId)
      const { state, result, fault } = ended ?? { state: 'gone', result: null, fault: null }
      if (state === 'done' && result) return result
      if (fault) throw faultError(fault as unknown as RunFault)
      const details = { text: '' }
      throw new AppError(state === 'cancelled' ? 'run-cancelled' : 'run-interrupted', details, {
        message: ended
          ? 'The load was stopped before it finished. The knowledge base is unchanged.'
          : 'The knowledge base was deleted while its documents were loading.',
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
