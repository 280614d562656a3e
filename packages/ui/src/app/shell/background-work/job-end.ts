import type { Job } from '@chatwright/contract'

/** How a job ended, as a person would tell it. */
export function endOf({ state, result }: Pick<Job, 'state' | 'result'>): 'done' | 'partly' | 'failed' | 'cancelled' {
  if (state === 'cancelled') return 'cancelled'
  if (state !== 'done') return 'failed'
  return (result?.failures.length ?? 0) > 0 ? 'partly' : 'done'
}
