import {
  laterUsage,
  type AnswerEvent,
  type RunEvent,
  type RunFault,
  type RunStatus,
  type TokenUsage,
} from '@chatwright/core'

/** Collects what a run's end must say. */
export interface AnswerSoFar {
  text: string
  /** What the ending node itself reported, for nodes whose models are not ours to count. */
  reported: TokenUsage | undefined
}

export function note(answer: AnswerSoFar, event: AnswerEvent): void {
  if (event.type === 'token') answer.text += event.text
  else if (event.type === 'usage') answer.reported = laterUsage(answer.reported, event.usage)
  else if (event.type === 'json' && answer.text === '') answer.text = JSON.stringify(event.value)
}

export function runEnd(details: {
  runId: string
  startedAt: number
  at: number
  status: RunStatus
  usage: TokenUsage | undefined
  fault?: RunFault
}): RunEvent {
  const { runId, startedAt, at, status, usage, fault } = details
  const end: Extract<RunEvent, { type: 'run-end' }> = { type: 'run-end', runId, at, status, durationMs: at - startedAt }
  if (usage) end.usage = usage
  if (fault) end.fault = fault
  return end
}
