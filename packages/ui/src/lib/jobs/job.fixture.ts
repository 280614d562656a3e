import type { Job } from '@chatwright/contract'

/** A load that runs, but for what is said otherwise. */
export function aJob(other: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    kind: 'load',
    state: 'running',
    chatflowId: 'flow-1',
    chatflowName: 'Knowledge',
    chatflowVersion: 1,
    progress: { stage: 'embedding', done: 5, total: 20 },
    result: null,
    fault: null,
    durationMs: null,
    createdDate: '2026-01-01T00:00:00.000Z',
    startedDate: '2026-01-01T00:00:01.000Z',
    endedDate: null,
    ...other,
  }
}

export function endedJob(other: Partial<Job> = {}): Job {
  return aJob({ state: 'done', progress: null, endedDate: '2026-01-01T00:00:09.000Z', durationMs: 8000, ...other })
}

export const COUNTS = { numAdded: 12, numUpdated: 3, numSkipped: 4, numDeleted: 1, failures: [] }
