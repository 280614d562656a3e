import { AppError, type ErrorCode, type ErrorDetails } from '@chatwright/contract'
import type { EndedOutcome, RunEvent } from '@chatwright/core'
import { faultError } from '../fault-answer.ts'

/** What work came to that somebody waits for: a value, or what the door answers instead. Plain JSON. */
type Answer = { value: unknown } | { refused: { code: ErrorCode; message: string; details?: ErrorDetails<ErrorCode> } }

/** Does work for somebody who waits. What it refuses is its answer; what fails, fails its run. */
export async function answerValue(work: () => Promise<unknown>): Promise<RunEvent> {
  const answer = await work().then(
    (value): Answer => ({ value }),
    (error: unknown): Answer => {
      if (!(error instanceof AppError)) throw error
      const { code, message, details } = error as AppError
      return { refused: { code, message, ...(details !== undefined && { details }) } }
    },
  )
  return { type: 'json', value: answer }
}

/** The value that a run came to, for whoever began it. Throws what was refused, and why it came to nothing. */
export function valueOf({ status, json, fault }: EndedOutcome): unknown {
  if (status === 'cancelled') throw new AppError('run-cancelled', { text: '' })
  if (status === 'interrupted') throw new AppError('run-interrupted', { text: '' })
  if (status !== 'done') throw faultError(fault ?? { code: 'internal', message: '' })
  const answer = json as Answer
  if ('value' in answer) return answer.value
  const { code, message, details } = answer.refused
  throw new AppError<ErrorCode>(code, details, { message })
}
