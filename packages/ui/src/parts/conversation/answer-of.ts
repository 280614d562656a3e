import type { RunOutcome } from '@chatwright/core'

import { askedIn } from './asked-decision.ts'
import { blankAnswer } from './turn.ts'
import type { Answer, AnswerState } from './turn.ts'

/** A run's outcome, finished or not, as the chat shows it. */
export function answerOf(outcome: RunOutcome): Answer {
  const { thinking, usage, fault, durationMs, messageId, runId, instead } = outcome
  const asked = askedIn(outcome)
  return {
    ...blankAnswer,
    state: stateOf(outcome),
    text: outcome.text,
    thinking: thinking && {
      text: thinking.text,
      ...(thinking.durationMs !== undefined && { seconds: Math.round(thinking.durationMs / 1000) }),
    },
    sources: outcome.sourceDocuments ?? [],
    tools: outcome.usedTools ?? [],
    runningTools: outcome.callingTools ?? [],
    calledTools: outcome.calledTools ?? [],
    artifacts: outcome.artifacts ?? [],
    followUps: outcome.followUpPrompts ?? [],
    ...(asked && { asked }),
    ...(fault && { fault }),
    ...(messageId !== undefined && { messageId }),
    ...(runId !== undefined && { runId }),
    ...(usage && { usage }),
    ...(instead && { instead }),
    ...(durationMs !== undefined && { durationMs }),
  }
}

function stateOf({ status, text, thinking }: RunOutcome): AnswerState {
  if (status === 'cancelled') return 'stopped'
  // One that asks for a decision is whole.
  if (status === 'waiting') return 'done'
  if (status !== 'running') return status
  if (text !== '') return 'writing'
  return thinking ? 'thinking' : 'waiting'
}
