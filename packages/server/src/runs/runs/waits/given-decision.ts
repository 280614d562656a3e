import type { GivenDecision } from '@chatwright/contract'
import type { Decision, WaitQuestion } from '@chatwright/core'

interface Given {
  type: string
  feedback?: string | null | undefined
  calls?: GivenDecision['calls']
  form?: Record<string, unknown> | undefined
  result?: unknown
}

/**
 * Clients of the older product know two buttons, by their own words: those mean the first and the second of whatever is
 * asked.
 */
export function inWordsOf({ buttons }: Pick<WaitQuestion, 'buttons'>, decision: Decision): Decision {
  if (buttons.some(({ type }) => type === decision.type)) return decision
  const meant = buttons[OLDER_WORDS.indexOf(decision.type)]
  return meant ? { ...decision, type: meant.type } : decision
}

const OLDER_WORDS = ['proceed', 'reject']

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
