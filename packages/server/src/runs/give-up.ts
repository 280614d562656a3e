import { outcomeOf, requireEnded, type EndedOutcome, type RunEvent, type RunFault } from '@chatwright/core'
import { toEventRow } from './event-rows.ts'
import type { RunJob } from './run-job.ts'
import type { RunStore } from './run-store.ts'

type End = Extract<RunEvent, { type: 'run-end' }>

export interface LeftRun {
  job: RunJob
  fence: number
  /** What its process had told. */
  events: readonly RunEvent[]
  /** How many of them are stored. */
  kept: number
}

/** Why an answer broke off that nobody stopped. */
export const STOPPED: RunFault = {
  code: 'server-stopped',
  message: 'The server stopped before the answer was whole.',
  hint: 'Ask again, or let it go on from here.',
  isRetryable: true,
}

/** Ends a run whose process is gone, with what it had said. */
export async function giveUp(
  { job, fence, events, kept }: LeftRun,
  { store, at, fault = STOPPED }: { store: Pick<RunStore, 'finish'>; at: Date; fault?: RunFault },
): Promise<{ end: End; outcome: EndedOutcome }> {
  const end: End = {
    type: 'run-end',
    runId: job.runId,
    at: at.getTime(),
    status: fault.code === 'server-stopped' ? 'interrupted' : 'failed',
    durationMs: toldFor(events),
    fault,
  }
  const all = [...(events.length > 0 ? events : [startOf(job, at)]), end]
  const outcome = requireEnded(outcomeOf(all))
  await store.finish(job, { outcome, events: toEventRow(all, kept), at, fence })
  return { end, outcome }
}

/** Ends what the only process left behind, or where others may be alive, what they let lapse. Returns how many there were. */
export async function giveUpAbandoned(
  store: Pick<RunStore, 'abandoned' | 'events' | 'finish'>,
  { at, isOnlyProcess }: { at: Date; isOnlyProcess: boolean },
): Promise<number> {
  const left = await store.abandoned(at, { isOnlyProcess })
  for (const { job, fence } of left) {
    const events = await store.events(job.runId)
    await giveUp({ job, fence, events, kept: events.length }, { store, at })
  }
  return left.length
}

/** Its process was gone before anything of it was kept. */
function startOf({ runId, answerMessageId: messageId }: RunJob, at: Date): RunEvent {
  return { type: 'run-start', runId, at: at.getTime(), endingNodeId: '', messageId }
}

/** From its first to its last sign of life: nobody knows when it ended. */
function toldFor(events: readonly RunEvent[]): number {
  const times = events.flatMap((event) => ('at' in event ? event.at : []))
  return times.length === 0 ? 0 : Math.max(0, (times.at(-1) ?? 0) - (times[0] ?? 0))
}
