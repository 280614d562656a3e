import { AppError } from '@chatwright/contract'
import type { FlowHead } from '../flows/flow-library.ts'
import type { CallerRights } from './caller-rights.ts'

/** Which version a request asks: on the canvas the newest, from outside the one that is live, or the one it names. */
export function askedVersion(
  { version, live_version: live }: Pick<FlowHead, 'version' | 'live_version'>,
  { origin, named, rights }: { origin: 'internal' | 'external'; named?: number | undefined; rights?: CallerRights },
): number {
  if (named === undefined) return origin === 'internal' ? version : (live ?? version)
  // What was taken out of a flow may have been taken out for a reason: strangers meet only what is live.
  if (rights?.canNameVersion) return named
  throw new AppError('forbidden', undefined, {
    message: 'Using a version other than the live one requires an API key.',
  })
}
