import { AppError, type PredictionBody } from '@chatwright/contract'
import type { Session } from '@chatwright/core'
import type { PreparedFlow } from '../../flows/flows/flow-library.ts'

/** Clients of the first agent kind answer with the words of a button, and the buttons they were shown. */
export function decidedByAction({ action, question }: PredictionBody): PredictionBody['humanInput'] {
  const { approve, reject } = action?.mapping ?? {}
  if (question === undefined || question === '') return undefined
  if (question === approve) return { type: 'proceed' }
  return question === reject ? { type: 'reject' } : undefined
}

type NodeInputs = Record<string, Record<string, unknown>>

/** Later ones win. */
export function mergeInputs(...all: readonly NodeInputs[]): NodeInputs {
  const merged: NodeInputs = {}
  for (const nodes of all) {
    for (const nodeId in nodes) merged[nodeId] = { ...merged[nodeId], ...nodes[nodeId] }
  }
  return merged
}

/** A memory with a session typed in follows the request's session when the request decides. */
export function sessionInputs({ memory }: PreparedFlow, { sessionId }: Session): NodeInputs {
  return !memory?.sessionId || memory.sessionId === sessionId ? {} : { [memory.nodeId]: { sessionId } }
}

/** What the person wrote; a form in the words of its fields. */
export function messageOf({ question, form, uploads }: PredictionBody): string {
  if (question !== undefined) return question
  if (form !== undefined) {
    return Object.entries(form)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n')
  }
  if (uploads && uploads.length > 0) return ''
  const message = 'The question is missing'
  throw new AppError(
    'invalid-request',
    { issues: [{ path: 'body.question', message }] },
    { message: `body.question: ${message}` },
  )
}
