import type { StepEffect } from '../values/step-data.ts'

/**
 * One call that was recorded: what it asked and what came of it, each by the hash of its value, or the value itself where
 * that is short. A run is done again from these without asking anybody.
 */
export type CallEvent = {
  type: 'call'
  /** The call of a node that this was, or within which it was made; none for what the flow itself reads. */
  callId?: string
  nodeId?: string
  flowId?: string
  kind: CallKind
  method: string
  effect: StepEffect
  /**
   * What tells it from every other call: equal keys are equal requests to equal nodes. Behind a `=` only what its node was
   * made from: the rest of it is the request.
   */
  key: string
  /** What was asked and what came of it: a hash, or behind a `=` the value itself. */
  request: string
  response: string
  /** The response is how it failed. */
  hasFailed?: true
}

export type CallKind =
  | 'model'
  | 'embeddings'
  | 'search'
  | 'documents'
  | 'memory'
  | 'tool'
  | 'tools'
  | 'moderation'
  | 'http'
  | 'code'
  | 'database'
  | 'flow'

/** What a call is, for whoever records or answers it. */
export interface CallDescription {
  kind: CallKind
  method: string
  effect: StepEffect
  /** All that it was asked: plain JSON, without what only says how long or for whom. */
  input: unknown
}

/** Does what a node does outside by itself, beside calling other nodes: recorded, and in a replay answered from the record. */
export type Perform = <Result>(call: CallDescription, work: () => Promise<Result>) => Promise<Result>

/** The result must be plain JSON: it is what a replay gives instead. */
export function perform<Result>(
  run: { readonly perform?: Perform },
  call: CallDescription,
  work: () => Promise<Result>,
): Promise<Result> {
  return run.perform ? run.perform(call, work) : work()
}
