import { AppError } from '@chatwright/contract'
import { toFault } from '@chatwright/engine'
import { faultError } from '../../runs/runs/fault-answer.ts'

/** What went wrong in a node of a store, as an answer: what, and the way out. */
export function explainFault(error: unknown): AppError {
  return error instanceof AppError ? error : faultError(toFault(error))
}
