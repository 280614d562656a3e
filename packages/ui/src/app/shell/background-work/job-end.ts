import type { Job } from '@chatwright/contract'

import { isAnyLoaded } from '../../../lib/jobs/load-outcome.ts'

/** How a job ended, as a person would tell it. */
export function endOf({
  state,
  result,
}: Pick<Job, 'state' | 'result'>): 'done' | 'partly' | 'nothing' | 'failed' | 'cancelled' {
  if (state === 'cancelled') return 'cancelled'
  if (state !== 'done') return 'failed'
  if (!result || result.failures.length === 0) return 'done'
  return isAnyLoaded(result) ? 'partly' : 'nothing'
}
