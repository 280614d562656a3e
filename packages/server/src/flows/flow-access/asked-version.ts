import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import { isInside, namesAny } from '../../door/askers/may.ts'
import type { FlowHead } from '../flows/flow-library.ts'

/** Which version a request asks: on the canvas the newest, from outside the one that is live, or the one it names. */
export function askedVersion(
  { version, live_version: live }: Pick<FlowHead, 'version' | 'live_version'>,
  asker: Asker,
  named?: number,
): number {
  if (named === undefined) return isInside(asker) ? version : (live ?? version)
  // What was taken out of a flow may have been taken out for a reason: strangers meet only what is live.
  if (namesAny(asker)) return named
  throw new AppError('forbidden', undefined, {
    message: 'Using a version other than the live one requires an API key.',
  })
}
