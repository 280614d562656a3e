import { outcomeOf, type RunEvent } from '@chatwright/core'
import type { RunPlan } from '@chatwright/contract'
import type { Replay } from '../replays/replay-gate.ts'
import type { TracedCall } from '../replays/recorded-calls.ts'

/** What a change does to one recorded answer, as far as the record can tell. */
export type DryVerdict =
  | { verdict: 'same' | 'different' }
  /** It comes to a call that was never made. */
  | { verdict: 'open'; nodeId: string | null; label: string | null; priceMicro: number; unpriced: string[] }

export function dryVerdict(
  events: readonly RunEvent[],
  { told, replayed, plan, calls }: { told: readonly RunEvent[]; replayed: Replay; plan: RunPlan; calls: TracedCall[] },
): DryVerdict {
  const [first] = plan.calls
  const { stopped } = replayed
  if (first || stopped) {
    const { nodeId = null, label = null } = first ?? stopped ?? {}
    return { verdict: 'open', nodeId, label, priceMicro: plan.priceMicro.most, unpriced: plan.unpriced }
  }
  const before = outcomeOf(events)
  const after = outcomeOf(told)
  const isSame = before.status === after.status && before.text === after.text && !isWriteMissing(calls, replayed)
  return { verdict: isSame ? 'same' : 'different' }
}

/** Whether something that acted on the world would not be done any more: then the same words are not the same answer. */
function isWriteMissing(calls: readonly TracedCall[], { done }: Replay): boolean {
  const answered = new Set(done.map(({ seq }) => seq))
  const ids = new Map(calls.map(({ event, seq }) => [event.callId, seq]))
  const parents = new Map(calls.map(({ event, start }) => [event.callId, start?.parentCallId]))
  const isDone = (call: TracedCall): boolean => {
    if (answered.has(call.seq)) return true
    // What was called within a call that was answered as a whole.
    for (let id = parents.get(call.event.callId); id !== undefined; id = parents.get(id)) {
      if (answered.has(ids.get(id))) return true
    }
    return false
  }
  return calls.some((call) => call.event.effect === 'writes' && !call.event.hasFailed && !isDone(call))
}
