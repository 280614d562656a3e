import { AnswerLost, OutdatedPage } from '../../lib/prediction/ask-flow.ts'
import type { AnswerFault } from '../../lib/prediction/answer-fault.ts'
import { asObject, asText } from '../../lib/prediction/read-json.ts'

/** A failed request in the words of a failed answer; `code` picks the text where we have a better one. */
export function faultOf(error: unknown): AnswerFault {
  if (error instanceof AnswerLost) return { message: '', code: 'answer-lost', isRetryable: true }
  if (error instanceof OutdatedPage) return { message: '', code: 'outdated-page' }
  if (!isRefusal(error)) {
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
    isRetryable: error.status === 0 || error.status === 429 || error.status >= 500,
    ...text('hint'),
    ...text('nodeId'),
    ...text('nodeLabel'),
    ...text('field'),
  }
}

interface Refused extends Error {
  status: number
  code: string
  details?: unknown
}

/** Told by its shape: the widget's own refusals come from another file than this. */
function isRefusal(error: unknown): error is Refused {
  return (
    error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    'code' in error &&
    typeof error.code === 'string'
  )
}
