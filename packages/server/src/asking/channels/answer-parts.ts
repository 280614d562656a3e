import { AppError } from '@chatwright/contract'
import { isAskedInChat, VISITOR, type Artifact, type EndedOutcome, type Wait } from '@chatwright/core'
import { refuseUnfinished } from '../predictions/answer.ts'
import { executionOf, type RunJob } from '../../runs/runs/run-job.ts'
import { waitIdOf } from '../../runs/runs/waits/wait-id.ts'
import { buttonData, DETAILS, type OutgoingButton, type OutgoingMessage } from './channel-kind.ts'
import { splitAnswer } from './split-answer.ts'

export type AnswerPart = { message: OutgoingMessage } | { artifact: Artifact }

export interface AnswerParts {
  parts: AnswerPart[]
  /** Why there is no answer, where there is none. */
  fault?: string
}

interface Showing {
  longest: number
  /** Where a wait is answered with words: a link for all, or, by a press, one for who may. Missing where nobody outside could open it. */
  detailsFor: 'press' | ((waitId: string) => string) | undefined
}

const MOST_ARTIFACTS = 10
const MOST_SHOWN_INPUT = 1000

/**
 * What is sent of a run that came to rest, one message after another. The same each time it is asked: who goes on after a restart
 * counts on it.
 */
export function answerParts(job: RunJob, outcome: EndedOutcome, { longest, detailsFor }: Showing): AnswerParts {
  const fault = faultOf(outcome)
  const waits =
    outcome.status === 'waiting' ? (outcome.waits ?? []).filter(({ question }) => isAskedInChat(question)) : []
  const isAsked = waits.some(({ question }) => question.text !== '' && question.text === outcome.text)
  const messages = [
    ...(isAsked ? [] : splitAnswer(outcome.text, longest).map((text) => ({ text }))),
    ...(fault === undefined ? [] : [{ text: fault }]),
    ...waits.flatMap((wait) => askedIn(job, wait, { longest, detailsFor })),
  ]
  const artifacts = (outcome.artifacts ?? []).slice(0, MOST_ARTIFACTS)
  const parts = [...messages.map((message) => ({ message })), ...artifacts.map((artifact) => ({ artifact }))]
  if (parts.length === 0) parts.push({ message: { text: 'There is nothing to answer.' } })
  return { parts, ...(fault !== undefined && { fault }) }
}

function faultOf(outcome: EndedOutcome): string | undefined {
  if (outcome.status === 'waiting') return undefined
  try {
    refuseUnfinished(outcome, VISITOR)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error.message : 'Something went wrong. Ask again.'
  }
}

/** A question with its buttons; a longer one in several messages, the buttons below the last. */
function askedIn(job: RunJob, { path, label, question }: Wait, { longest, detailsFor }: Showing): OutgoingMessage[] {
  const waitId = waitIdOf(executionOf(job), path)
  const { text, calls = [], fields = [], buttons: offered, takesFeedback = false } = question
  const wanted = calls
    .filter(({ isFree }) => isFree !== true)
    .map(
      ({ tool, input }) => `- **${tool}** \`${JSON.stringify(input).replaceAll('`', "'").slice(0, MOST_SHOWN_INPUT)}\``,
    )
  const words = [text === '' ? label : text, ...wanted].join('\n')
  const needsForm = fields.some(({ isRequired }) => isRequired === true)
  const buttons: OutgoingButton[] = needsForm
    ? []
    : offered.map((button, index) => ({ label: button.label, data: buttonData(waitId, index) }))
  // What cannot be said with a button is said on a page.
  const isWritten = needsForm || fields.length > 0 || takesFeedback
  if (isWritten && detailsFor) {
    const leads = detailsFor === 'press' ? { data: buttonData(waitId, DETAILS) } : { url: detailsFor(waitId) }
    buttons.push({ label: 'Answer with details', ...leads })
  }
  const pieces = splitAnswer(words, longest)
  return pieces.map((piece, index) => ({
    text: piece,
    ...(index === pieces.length - 1 && buttons.length > 0 && { buttons }),
  }))
}
