import { AppError } from '@chatwright/contract'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { isAnswer, type AnswerHandle, type Runner } from '../../runs/runs/runner.ts'
import type { IdempotencyStore, IdempotentRequest } from './idempotency-store.ts'
import { storedRun, type StoredEvents } from './stored-run.ts'

/** Starts what a key stands for, or follows the run that was started for it before. */
export type AskOnce = (
  key: string,
  request: IdempotentRequest,
  start: () => Promise<AnswerHandle>,
) => Promise<AnswerHandle>

export interface AskOnceDependencies {
  runner: Pick<Runner, 'find'>
  runs: Pick<RunStore, 'find'> & StoredEvents
  idempotency: IdempotencyStore
  /** How often a key says that its run is still being prepared. */
  renewEveryMs?: number
}

const DAY_MS = 86_400_000
/** A key whose run was never kept (the process died, the database was away) is free again after this. */
const PENDING_MS = 10_000
const LOOK_AGAIN_MS = 20

export function createAskOnce({
  runner,
  runs,
  idempotency,
  renewEveryMs = PENDING_MS / 3,
}: AskOnceDependencies): AskOnce {
  /** The run of an earlier request. `unheard` when its caller was lost before the end: whoever asks again still waits. */
  const earlierRun = async (runId: string): Promise<AnswerHandle | 'unknown' | 'not-yet' | 'unheard'> => {
    const active = await runner.find(runId)
    if (active && isAnswer(active) && (!active.isStopping || active.job.isResumable)) return active
    const row = await runs.find(runId)
    if (!row) return 'unknown'
    if (row.status === 'running' || row.status === 'queued') return 'not-yet'
    const ended = storedRun(row, runs)
    if (!isAnswer(ended)) return 'unknown'
    const { fault } = await ended.outcome
    const isUnheard =
      row.status === 'cancelled' ||
      (row.status === 'interrupted' && (fault === undefined || fault.code === 'server-stopped'))
    // A run that waited for its reader shows what it came to: who comes back late must not be asking anew.
    return isUnheard && !ended.job.isResumable ? 'unheard' : ended
  }

  return async (key, request, start) => {
    let claim = await idempotency.claim(key, request, DAY_MS)
    for (const giveUpAt = performance.now() + PENDING_MS; ;) {
      if (claim.digest !== request.digest) throw new AppError('idempotency-key-reused')
      if (claim.runId === request.runId) break
      const earlier = await earlierRun(claim.runId)
      const isAbandoned = earlier === 'unknown' && claim.ageMs >= PENDING_MS
      if (earlier === 'unheard' || isAbandoned) await idempotency.release(key, claim)
      else if (earlier !== 'unknown' && earlier !== 'not-yet') return earlier
      else if (performance.now() >= giveUpAt) throw new AppError('run-gone')
      // The first of two that came together is still keeping its question.
      else await pause(LOOK_AGAIN_MS)
      claim = await idempotency.claim(key, request, DAY_MS)
    }
    // Before a run is kept a recording may have to be heard: meanwhile nobody takes the key for a lost one.
    let held = claim
    let renewing: Promise<void> | undefined
    const renew = async (): Promise<void> => {
      held = await idempotency.renew(key, held).catch(() => held)
      renewing = undefined
    }
    // Where the database takes longer than that, the next is left out: a refusal waits for the one under way alone.
    const timer = setInterval(() => (renewing ??= renew()), renewEveryMs)
    timer.unref()
    try {
      return await start()
    } catch (error) {
      await renewing
      // Refused, not asked: the key is free again. Where that cannot be written, it is so in a while.
      await idempotency.release(key, held).catch(() => undefined)
      throw error
    } finally {
      clearInterval(timer)
    }
  }
}
