import {
  outcomeOf,
  requireEnded,
  type EndedOutcome,
  type RunEvent,
  type RunFault,
  type RunStatus,
} from '@chatwright/core'
import { toEventRow } from './event-rows.ts'
import type { Holds } from './held-runs.ts'
import type { MayJudge } from './holders-first.ts'
import type { Job } from './job.ts'
import { goesOn, ruleOf } from './kinds/index.ts'
import type { RunStore } from './run-store.ts'
import { askedIn } from '../questions/stored-questions.ts'

type End = Extract<RunEvent, { type: 'run-end' }>

export interface LeftRun {
  job: Job
  fence: number
  /** What its process had told. */
  events: readonly RunEvent[]
  /** How many of them are stored. */
  kept: number
}

/** Ends a run whose process is gone, with what it had said. */
export async function giveUp(
  { job, fence, events, kept }: LeftRun,
  {
    store,
    at,
    fault = ruleOf(job).stopped,
    status = fault.code === 'server-stopped' ? 'interrupted' : 'failed',
  }: { store: Pick<RunStore, 'finish'>; at: Date; fault?: RunFault; status?: RunStatus },
): Promise<{ end: End; outcome: EndedOutcome }> {
  const end: End = {
    type: 'run-end',
    runId: job.runId,
    at: at.getTime(),
    status,
    durationMs: toldFor(events),
    ...(status !== 'cancelled' && { fault }),
  }
  const all = [...(events.length > 0 ? events : [startOf(job, at)]), end]
  const outcome = requireEnded(outcomeOf(all))
  await store.finish(job, {
    outcome,
    events: toEventRow(all, kept, { asked: askedIn(job) }),
    at,
    fence,
  })
  return { end, outcome }
}

/**
 * Ends what the only process left behind, or where others may be alive, what they let lapse; work that goes on without a
 * reader waits again. Returns how many there were.
 */
export async function giveUpAbandoned(
  store: Pick<RunStore, 'abandoned' | 'events' | 'finish' | 'release'>,
  { at, isOnlyProcess, holds, mayJudge }: { at: Date; isOnlyProcess: boolean; holds: Holds; mayJudge: MayJudge },
): Promise<number> {
  const left = (await store.abandoned({ isOnlyProcess })).filter(({ job }) => !holds(job.runId))
  if (!mayJudge()) return 0
  for (const { job, fence } of left) {
    if (goesOn(job)) {
      await store.release(job.runId, { fence, isOrderly: false })
      continue
    }
    const events = await store.events(job.runId)
    await giveUp({ job, fence, events, kept: events.length }, { store, at })
  }
  return left.length
}

/** Its process was gone before anything of it was kept. */
function startOf(job: Job, at: Date): RunEvent {
  const messageId = ruleOf(job).messageId(job)
  return {
    type: 'run-start',
    runId: job.runId,
    at: at.getTime(),
    endingNodeId: '',
    ...(messageId !== undefined && { messageId }),
  }
}

/** From its first to its last sign of life: nobody knows when it ended. */
function toldFor(events: readonly RunEvent[]): number {
  const times = events.flatMap((event) => ('at' in event ? event.at : []))
  return times.length === 0 ? 0 : Math.max(0, (times.at(-1) ?? 0) - (times[0] ?? 0))
}
