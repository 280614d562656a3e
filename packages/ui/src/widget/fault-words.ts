import type { AnswerFault } from '../lib/prediction/answer-fault.ts'
import { isOwnersWords, knownFault } from '../parts/conversation/known-fault.ts'
import type { Texts } from './texts.ts'

/** What a visitor reads of a failure: the owner's words, or what can be done; never the cause. */
export function wordsOfFault(
  fault: AnswerFault,
  { texts, errorMessage }: { texts: Texts; errorMessage: string },
): string {
  const known = knownFault(fault)
  if (isOwnersWords(fault)) return fault.message
  // What the owner says of failures would not say who decides.
  if (known === 'notYours') return texts.notYours
  if (errorMessage !== '') return errorMessage
  return known ? texts[known] : texts.failed
}
