import type { RunEvent } from '@chatwright/core'
import { gated } from './calls.ts'
import { meter, type MeteredRun } from './meter.ts'
import type { Effects, RunRequest } from './request.ts'

/** The run that every call of this request is handed. */
export function startRun(request: RunRequest, effects: Effects, emit: (event: RunEvent) => void): MeteredRun {
  let ids = 0
  const started = meter({
    id: request.runId,
    session: request.session,
    question: request.question,
    attachments: request.attachments ?? [],
    history: request.history ?? [],
    state: new Map(),
    signal: request.signal,
    emit,
    now: request.now ?? (() => effects.context.now()),
    newId: () => `${request.runId}-${(ids += 1)}`,
    ...(request.caller && { caller: { request: request.caller, isTaken: false } }),
    ...(request.answerSoFar !== undefined && { answerSoFar: request.answerSoFar }),
  })
  return gated(started, request.gate)
}
