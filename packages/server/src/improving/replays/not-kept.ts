import type { NotKept } from '@chatwright/contract'
import type { RunEvent } from '@chatwright/core'
import { CHAIN_DAYS } from '../../runs/recordings/keep-within.ts'
import { readJob } from '../../runs/runs/job.ts'
import type { RunRow } from '../../runs/runs/run-store.ts'

const DAY_MS = 86_400_000

/** Why nothing can be read of what a run asked; null where its events do not tell. */
export function whyNotKept(
  run: Pick<RunRow, 'request' | 'status' | 'created_date'>,
  { events, days, now }: { events: readonly RunEvent[]; days: number; now: number },
): NotKept | null {
  if (days === 0) return 'server-off'
  // The calls are named in events, which stay longer than what they were asked.
  if (events.some(({ type }) => type === 'call'))
    return now - Date.parse(run.created_date) > (days + CHAIN_DAYS) * DAY_MS ? 'too-old' : 'no-room'
  const job = readJob(run.request)
  if ('isUnrecorded' in job && job.isUnrecorded) return 'flow-off'
  // Events are deleted by age, and of a run without any nothing is known.
  if (events.length === 0) return null
  // Asked, and yet not recorded: the server recorded nothing then, or it was too much.
  return run.status === 'done' && !events.some(hasAsked) ? 'no-calls' : null
}

function hasAsked(event: RunEvent): boolean {
  if (event.type === 'node-end') return event.model !== undefined || event.usage !== undefined
  return event.type === 'step-start' && event.effect !== 'pure' && event.effect !== 'own'
}
