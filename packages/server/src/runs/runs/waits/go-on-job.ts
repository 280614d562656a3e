import type { Decision } from '@chatwright/core'
import { newId } from '../../../ground/db/new-id.ts'
import { askedIn } from '../../questions/stored-questions.ts'
import { askedOf, executionOf, type DecidedWait, type StepsJob } from '../run-job.ts'

/** The run that goes on from one that waits: the same question and the same version, with what was decided. */
export function goOnJob(from: StepsJob, decisions: DecidedWait[], said: { text?: string } = {}): StepsJob {
  const messageId = askedIn(from).find((text) => text.messageId !== from.filesIn)?.messageId
  const { isInBackground: _, ...asked } = askedOf(from)
  return {
    ...asked,
    kind: 'flow',
    runId: newId(),
    execution: executionOf(from),
    message: said.text ?? decisions.map(({ decision }) => wordsOf(decision)).join('\n'),
    questionMessageId: newId(),
    answerMessageId: newId(),
    fileUploads: [],
    decisions,
    ...(messageId !== undefined && { askedIn: messageId }),
    // It may have waited for days, and somebody asked meanwhile to be told.
    ...(!from.isDraft && { isTold: true as const }),
  }
}

/** What stands in the chat for a decision. */
export function wordsOf({ type, feedback }: Decision): string {
  if (feedback !== undefined && feedback !== '') return feedback
  return WORDS[type] ?? type
}

const WORDS: Readonly<Record<string, string>> = {
  proceed: 'Proceed',
  reject: 'Reject',
  timeout: 'Time ran out',
  again: 'Run it again',
  result: 'It finished',
  end: 'End the run',
}
