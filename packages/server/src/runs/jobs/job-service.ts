import { AppError, type Job as JobView, type JobQuery, type JobResult } from '@chatwright/contract'
import { outcomeOf, type JobProgress, type RunFault } from '@chatwright/core'
import { setTimeout as pause } from 'node:timers/promises'
import type { CancelRun } from '../runs/cancel-run.ts'
import { readJob } from '../runs/job.ts'
import { isAnswerKind } from '../runs/kinds/index.ts'
import { lookPauses } from '../runs/look-pauses.ts'
import type { RunReader } from '../runs/run-log.ts'
import type { RunRow, RunStore } from '../runs/run-store.ts'
import type { JobRow, JobStore } from './job-store.ts'

export type JobService = ReturnType<typeof createJobService>

export interface JobDependencies {
  store: JobStore
  runs: Pick<RunStore, 'events' | 'eventsAfter'>
  cancelRun: CancelRun
  /** How often those who follow a job look for more of it, once it takes a while. */
  lookEveryMs?: number
}

const LOOK_EVERY_MS = 400

export function createJobService({ store, runs, cancelRun, lookEveryMs = LOOK_EVERY_MS }: JobDependencies) {
  const find = async (id: string): Promise<JobRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('job-not-found', { id })
    return row
  }

  const view = async (row: JobRow): Promise<JobView> => {
    const progress = row.status === 'running' ? outcomeOf(await runs.events(row.id)).progress : undefined
    return toView(row, progress ?? null)
  }

  return {
    async list({ limit = 50, cursor, chatflowId, state, kind }: JobQuery) {
      const states = state === 'active' ? ACTIVE : state && [state]
      const { items, nextCursor } = await store.page({ chatflowId, states, kind }, { limit, cursor })
      return { items: await Promise.all(items.map(view)), nextCursor }
    },

    get: async (id: string): Promise<JobView> => view(await find(id)),

    async cancel(id: string): Promise<JobView> {
      await cancelRun(id)
      return view(await find(id))
    },

    /** Tells a reader everything of a job after an event, as it is kept, until its end or until the reader leaves. */
    async follow(
      id: string,
      { afterSeq, reader, signal }: { afterSeq: number; reader: RunReader; signal: AbortSignal },
    ) {
      await find(id)
      const tellFrom = async (seq: number): Promise<void> => {
        let last = seq
        const pauses = lookPauses(lookEveryMs)
        // From the database, whichever process does it: what a reader saw is what survives.
        while (!signal.aborted) {
          const row = await store.find(id)
          const events = await runs.eventsAfter(id, last)
          for (const { event, seq } of events) {
            last = seq
            await reader(event, seq)
            if (event.type === 'run-end') return
          }
          // Deleted with its flow, or its events were forgotten by now.
          if (!row || (!isActive(row) && events.length === 0)) return
          await pause(pauses.next().value, undefined, { signal }).catch(() => undefined)
        }
      }
      return tellFrom(afterSeq)
    },
  }
}

const ACTIVE = ['queued', 'running'] as const

function isActive({ status }: Pick<RunRow, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

function toView(row: JobRow, progress: JobProgress | null): JobView {
  return {
    id: row.id,
    kind: row.kind,
    state: row.status,
    // What is deleted leaves the row of the job that did it.
    chatflowId: row.store_id ?? row.chatflow_id ?? readJob(row.request).flowId,
    chatflowName: readJob(row.request).flowName,
    chatflowVersion: row.chatflow_version,
    progress,
    result: !isAnswerKind(row.kind) && row.answer ? (JSON.parse(row.answer) as JobResult) : null,
    fault: row.fault === null ? null : { ...(JSON.parse(row.fault) as RunFault) },
    durationMs: row.duration_ms,
    createdDate: row.created_date,
    startedDate: row.started_date,
    endedDate: row.ended_date,
  }
}
