import { cancelJob } from '@chatwright/contract'
import type { Job } from '@chatwright/contract'
import type { UpsertResult } from '@chatwright/core'
import type { JobProgress, RunOutcome } from '@chatwright/core/run'

import { call } from '../api.ts'
import { ApiError } from '../api-error.ts'
import { followJob } from './follow-job.ts'
import { startLoad } from './start-load.ts'

interface LoadOptions {
  /** Stops the load. */
  signal: AbortSignal
  onStart: (job: Job) => void
  onProgress: (progress: JobProgress) => void
}

/** Reads the documents of a stored flow and waits for what comes of it. */
export async function loadDocuments(flowId: string, options: LoadOptions): Promise<UpsertResult> {
  const { signal, onStart, onProgress } = options
  signal.throwIfAborted()
  const job = await startLoad(flowId)
  onStart(job)
  try {
    const { loaded, fault } = await ending(job.id, { signal, onProgress })
    if (loaded && !fault) return loaded
    throw new ApiError({
      status: fault?.isRetryable === true ? 503 : 422,
      code: fault?.code ?? 'run-cancelled',
      message: fault ? [fault.message, fault.hint].filter(Boolean).join(' ') : 'The loading was stopped.',
      details: fault,
    })
  } catch (error) {
    if (signal.aborted) await call(cancelJob, { params: { id: job.id } }).catch(() => undefined)
    throw error
  }
}

function ending(id: string, { signal, onProgress }: Omit<LoadOptions, 'onStart'>): Promise<RunOutcome> {
  const leaving: (() => void)[] = []
  const ended = new Promise<RunOutcome>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error)
    const leave = followJob(id, {
      onOutcome: (outcome) => {
        if (outcome.status !== 'running') resolve(outcome)
        else if (outcome.progress) onProgress(outcome.progress)
      },
      onLost: reject,
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    leaving.push(leave, () => signal.removeEventListener('abort', stop))
  })
  return ended.finally(() => {
    for (const leave of leaving) leave()
  })
}
