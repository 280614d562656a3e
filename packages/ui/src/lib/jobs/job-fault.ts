import type { Job } from '@chatwright/contract'

import { asText } from '../prediction/read-json.ts'

/** Why a job failed and the way out, in one text; nothing of one that did not fail. */
export function faultWords({ fault }: Pick<Job, 'fault'>): string {
  return fault ? [fault.message, asText(fault['hint'])].filter(Boolean).join(' ') : ''
}

/** The node it failed at, where one is known. */
export function faultNode({ fault }: Pick<Job, 'fault'>): string | undefined {
  return asText(fault?.['nodeId'])
}
