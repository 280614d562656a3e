import { AppError, type CallQuery, type RecordedCall } from '@chatwright/contract'
import type { CallEvent } from '@chatwright/core'
import type { RunStore } from '../../runs/runs/run-store.ts'
import { readOutcome, readRequest } from '../../runs/recordings/read-call.ts'
import { whyNotKept } from './not-kept.ts'
import { callsIn, type TracedCall } from './recorded-calls.ts'
import type { ValueStore } from '../../runs/recordings/value-store.ts'
import { textsFor } from '../../runs/recordings/value-texts.ts'

export type CallService = ReturnType<typeof createCallService>

/** What was recorded of runs, for their owner. */
export function createCallService({
  runs,
  values,
  days,
  now,
}: {
  runs: Pick<RunStore, 'find' | 'events'>
  values: ValueStore
  /** For how long recordings are kept; none where nothing is recorded. */
  days: () => number
  now: () => Date
}) {
  const read = async (runId: string) => {
    const run = await runs.find(runId)
    if (!run) throw new AppError('run-not-found', { id: runId })
    const events = await runs.events(runId)
    return { run, events, calls: callsIn(events), chat: { flowId: run.chatflow_id, chatId: run.chat_id } }
  }
  return {
    async list(runId: string, { limit = 50, after = 0 }: CallQuery) {
      const { run, events, calls, chat } = await read(runId)
      const later = calls.filter(({ seq }) => seq > after)
      const items = later.slice(0, limit)
      // One that stands in its event is there as long as that is: it says nothing of the others.
      const judged = (calls.findLast(({ event }) => neededFor(event).length > 0) ?? calls.at(-1))?.event
      const kept = judged ? await values.load(chat, [judged.request, judged.response]) : new Map<string, string>()
      const isRead = judged !== undefined && isKept(judged, kept)
      return {
        items: items.map(shown),
        next: later.length > limit ? (items.at(-1)?.seq ?? null) : null,
        isKept: isRead,
        isRecording: days() > 0,
        notKept: isRead ? null : whyNotKept(run, { events, days: days(), now: now().getTime() }),
      }
    },

    async get(runId: string, seq: number) {
      const { calls, chat } = await read(runId)
      const call = calls.find((each) => each.seq === seq)
      if (!call) throw new AppError('call-not-found', { id: `${runId}/${seq}` })
      const { event } = call
      const texts = await values.load(chat, [event.request, event.response])
      if (!isKept(event, texts)) throw new AppError('call-not-found', { id: `${runId}/${seq}` })
      return { ...shown(call), request: readRequest(event, texts), response: readOutcome(event, texts) }
    },
  }
}

/** The texts beside its event without which it cannot be read. */
function neededFor({ request, response }: CallEvent): string[] {
  return [request, response].flatMap(textsFor)
}

function isKept(event: CallEvent, texts: ReadonlyMap<string, string>): boolean {
  return neededFor(event).every((hash) => texts.has(hash))
}

function shown({ seq, event, start, end, step }: TracedCall): RecordedCall {
  const { callId, nodeId, flowId, kind, method, effect, key, hasFailed } = event
  return {
    seq,
    callId: callId ?? null,
    parentCallId: start?.parentCallId ?? null,
    nodeId: nodeId ?? start?.nodeId ?? null,
    path: step ?? callId ?? null,
    flowId: flowId ?? null,
    label: start?.label ?? null,
    kind,
    method,
    effect,
    key,
    hasFailed: hasFailed === true,
    durationMs: end?.durationMs ?? null,
    usage: end?.type === 'node-end' ? { ...end.usage } : null,
    model: end?.type === 'node-end' ? (end.model ?? null) : null,
    insteadOf: end?.type === 'node-end' ? (end.insteadOf ?? null) : null,
    limit: end?.type === 'node-end' ? (end.limit ?? null) : null,
  }
}
