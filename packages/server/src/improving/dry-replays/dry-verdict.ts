import { outcomeOf, type RunEvent } from '@chatwright/core'
import type { CaseResult, RunPlan } from '@chatwright/contract'
import type { Replay } from '../replays/replay-gate.ts'
import { nodeIn } from '../replays/node-set.ts'
import type { TracedCall } from '../replays/recorded-calls.ts'
import type { TurnOfCase } from '../test-sets/case-turn.ts'

/** What a change does to one recorded answer, as far as the record can tell. */
export type DryVerdict =
  | { verdict: 'same' | 'different' }
  /** It comes to a call that was never made. */
  | { verdict: 'open'; nodeId: string | null; label: string | null; priceMicro: number; unpriced: string[] }

export function dryVerdict(
  events: readonly RunEvent[],
  {
    told,
    replayed,
    plan,
    calls,
    nodes,
  }: {
    told: readonly RunEvent[]
    replayed: Replay
    plan: RunPlan
    calls: TracedCall[]
    /** Those that are drawn. */
    nodes: ReadonlySet<string>
  },
): DryVerdict {
  const [first] = plan.calls
  const { stopped } = replayed
  if (first || stopped) {
    const { nodeId: id, label = null } = first ?? stopped ?? {}
    const nodeId = nodeIn(id ?? undefined, nodes) ?? null
    return { verdict: 'open', nodeId, label, priceMicro: plan.priceMicro.most, unpriced: plan.unpriced }
  }
  const before = outcomeOf(events)
  const after = outcomeOf(told)
  // A node did something that is not recorded: what it would come to is not known.
  if (after.fault?.code === 'refused' && before.fault?.code !== 'refused') {
    const { nodeId = null, nodeLabel: label = null } = after.fault
    return { verdict: 'open', nodeId, label, priceMicro: 0, unpriced: [] }
  }
  const isSame = before.status === after.status && before.text === after.text && !isWriteMissing(calls, replayed)
  return { verdict: isSame ? 'same' : 'different' }
}

/** What a change does to a test: how it ends, and whether it says what was recorded, whatever its checks say of that. */
export function testVerdict(turns: readonly TurnOfCase[], result: CaseResult) {
  const isSame = result.turns.every(({ reason, answer }, index) => {
    const { recording } = turns[index] ?? {}
    const recorded = recording ? outcomeOf(recording.events) : undefined
    return reason !== 'stopped' && recorded?.text === answer
  })
  const said = result.turns.find(({ verdict }) => verdict === result.verdict)?.said ?? null
  return { test: result.verdict, isSame, said }
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
