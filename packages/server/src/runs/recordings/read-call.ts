import type { CallEvent } from '@chatwright/core'
import { isList, readValue, type Values } from './value-texts.ts'
import type { Outcome } from './recorder.ts'

interface ReadList {
  items: unknown[]
  rest: object | null
}

/** What a recorded call was asked. */
export function readRequest({ kind, request }: Pick<CallEvent, 'kind' | 'request'>, values: Values): unknown {
  const value = readValue(request, values)
  if (kind !== 'model') return value
  const { items, rest } = value as ReadList
  return { messages: items, ...rest }
}

/** What came of a recorded call. */
export function readOutcome({ response }: Pick<CallEvent, 'response'>, values: Values): Outcome {
  const value = readValue(response, values)
  // A conversation as it was remembered.
  return isList(response, values) ? { result: (value as ReadList).items } : (value as Outcome)
}
