import type { JobResult } from '@chatwright/contract'

/** Whether a load found anything it could keep: what is new, changed, or as it was. */
export function isAnyLoaded({ numAdded, numUpdated, numSkipped }: JobResult): boolean {
  return numAdded + numUpdated + numSkipped > 0
}
