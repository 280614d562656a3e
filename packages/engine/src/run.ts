import type { AnswerEvent, RunEvent, RunStatus } from '@chatwright/core'
import { wantedValues } from './build-values.ts'
import { toFault } from './fault.ts'
import { readForFlow } from './calls.ts'
import { meterOf } from './meter.ts'
import type { Plan } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { note, runEnd, type AnswerSoFar } from './run-state.ts'
import { startRun } from './start-run.ts'
import { answerBySteps } from './steps/answer-by-steps.ts'
import { expectTaken } from './expect-taken.ts'
import { streamOf } from './stream-of.ts'

/** Answers a question with a plan. The last event is always `run-end`; a failure is told there, never thrown. */
export async function* run(plan: Plan<'chat'>, request: RunRequest, effects: Effects): AsyncGenerator<RunEvent, void> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([request.signal, leaving.signal])
  try {
    yield* streamOf((emit) => runInto(plan, { ...request, signal }, { effects, emit }))
  } finally {
    // A reader who stops reading stops the run.
    leaving.abort()
  }
}

/** The same, handing each event over at once instead of queueing it. Resolves after `run-end`. */
export async function runInto(
  plan: Plan<'chat'>,
  request: RunRequest,
  { effects, emit }: { effects: Effects; emit: (event: RunEvent) => void },
): Promise<void> {
  const { runId, signal } = request
  const answer: AnswerSoFar = { text: '', reported: undefined }
  // A node that ignores the signal may go on for a while; nothing it says after the end is heard.
  let isOver = false
  const tell = (event: RunEvent): void => {
    if (!isOver) emit(event)
  }
  const current = startRun(request, effects, tell)
  const startedAt = current.now()
  // Where branches decide, this is the ending most likely taken; the trace shows the one that was.
  const endingNodeId = plan.kind === 'values' ? (plan.steps[plan.targets[0] ?? -1]?.tag.id ?? '') : ''
  tell({ type: 'run-start', runId, at: startedAt, endingNodeId })

  const hear = (event: AnswerEvent | Extract<RunEvent, { type: 'text' }>): void => {
    if (isOver) return
    if (event.type === 'text') emit(event)
    else {
      note(answer, event)
      tellPieces(event, emit)
    }
  }

  const work = async (): Promise<RunStatus> => {
    if (plan.kind === 'steps') {
      const status = await answerBySteps(plan.flow, request, { run: current, effects, tell: hear })
      if (status === 'done' && !request.told?.length) expectTaken(current.caller)
      return status
    }
    const [chat] = await wantedValues(plan, request, { run: current, effects })
    if (!chat) throw new Error('A plan for an answer has an ending')
    const attachments = request.attachments?.length ? { attachments: [...request.attachments] } : {}
    if (request.attachments?.length) await readForFlow(current, 'attachments', async () => request.attachments)
    for await (const event of chat.answer({ question: request.question, ...attachments }, current)) {
      if (isOver) break
      hear(event)
    }
    expectTaken(current.caller)
    return 'done'
  }

  const finish = (outcome: { status: RunStatus } | { error: unknown }): void => {
    request.gate?.settle?.()
    const status = 'status' in outcome ? outcome.status : brokenOff({ signal, answer })
    emit(
      runEnd({
        runId,
        startedAt,
        at: current.now(),
        status,
        usage: meterOf(current)?.usage ?? answer.reported,
        ...('error' in outcome && status !== 'cancelled' && { fault: toFault(outcome.error) }),
      }),
    )
    isOver = true
  }

  await raceAbort(work, signal).then(
    (status) => finish({ status }),
    (error: unknown) => finish({ error }),
  )
}

/** Nodes hand on together what came together; whoever reads hears it as it was said. */
function tellPieces(event: AnswerEvent, emit: (event: RunEvent) => void): void {
  if (event.type !== 'token' || !event.pieces) emit(event)
  else for (const text of event.pieces) emit({ type: 'token', text })
}

/** Settles with the work, or rejects the moment the signal aborts, whether or not the work listens to it. */
async function raceAbort<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function brokenOff({ signal, answer }: { signal: AbortSignal; answer: AnswerSoFar }): RunStatus {
  if (signal.aborted) return 'cancelled'
  return answer.text === '' ? 'failed' : 'interrupted'
}
