import type { GivenDecision } from '@chatwright/contract'
import type { Decision } from '@chatwright/core'

interface Given {
  type: string
  feedback?: string | null | undefined
  calls?: GivenDecision['calls']
  form?: Record<string, unknown> | undefined
  result?: unknown
}

/** A decision without what was left empty. */
export function decisionOf({ type, feedback, calls, form, result }: Given): Decision {
  return {
    type,
    ...(feedback !== undefined && feedback !== null && feedback !== '' && { feedback }),
    ...(calls && { calls: calls as NonNullable<Decision['calls']> }),
    ...(form && { form }),
    ...(result !== undefined && { result }),
  }
}
