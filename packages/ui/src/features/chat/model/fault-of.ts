import { ApiError } from '../../../lib/api-error.ts'
import { AnswerLost, OutdatedPage } from '../../../lib/prediction/ask-flow.ts'
import type { AnswerFault } from '../../../lib/prediction/answer-fault.ts'
import { asObject, asText } from '../../../lib/prediction/read-json.ts'

/** A failed request in the words of a failed answer; `code` picks the text where we have a better one. */
export function faultOf(error: unknown): AnswerFault {
  if (error instanceof AnswerLost) return { message: '', code: 'answer-lost', isRetryable: true }
  if (error instanceof OutdatedPage) return { message: '', code: 'outdated-page' }
  if (!(error instanceof ApiError)) {
    return { message: error instanceof Error ? error.message : String(error), isRetryable: true }
  }
  const details = asObject(error.details) ?? {}
  const text = (name: string) => {
    const value = asText(details[name])
    return value === undefined ? {} : { [name]: value }
  }
  return {
    message: error.message,
    code: error.code,
    isRetryable: error.isRetryable,
    ...text('hint'),
    ...text('nodeId'),
    ...text('nodeLabel'),
    ...text('field'),
  }
}
