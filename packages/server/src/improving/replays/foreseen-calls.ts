import type { RunPlan } from '@chatwright/contract'
import type { GatedCall } from '@chatwright/engine'
import { readOutcome } from '../../runs/recordings/read-call.ts'
import type { Values } from '../../runs/recordings/value-texts.ts'
import type { Outcome } from '../../runs/recordings/recorder.ts'
import type { PriceBook } from '../../money/prices/price-book.ts'
import { tokensOf } from '../../money/prices/cost-of.ts'
import { nodeOfCall, ownerOf } from './node-set.ts'
import type { TracedCall } from './recorded-calls.ts'
import { createRunPrice, usageIn } from './run-price.ts'

/** What stands for calls that nobody makes, while it is found out which would be made. */
export interface Foreseen {
  /** A call that was never made: what came of the one in its place, or nothing when nobody can tell. */
  standIn(call: GatedCall): Outcome | undefined
  /** A call that was answered from the record. */
  answered(call: GatedCall, known: TracedCall): void
  plan(isOpen: boolean): RunPlan
}

/** Guessed where a model was never asked before. */
const ANSWER_TOKENS = 300

/** Notes which calls a change would ask anew, each answered by what its node was answered before. */
export function foreseeCalls(
  calls: readonly TracedCall[],
  {
    values,
    prices,
    labelOf,
  }: { values: Values; prices: PriceBook; labelOf: (nodeId: string | undefined) => string | undefined },
): Foreseen {
  const places = new Map<string, TracedCall[]>()
  // The newest first, to be taken from the end.
  for (const call of calls.toReversed()) {
    const { nodeId = nodeOfCall(call.event.callId), kind, method } = call.event
    const place = placeOf({ nodeId, kind, method })
    const known = places.get(place)
    if (known) known.push(call)
    else places.set(place, [call])
  }
  const used = new Set<TracedCall>()
  const found: RunPlan['calls'] = []
  const least = createRunPrice(prices)
  const most = createRunPrice(prices)
  let recorded = 0
  let isChanged = false

  const note = (call: GatedCall, how: RunPlan['calls'][number]['how'], outcome: Outcome | undefined): void => {
    const { kind, method, effect, model } = call
    const nodeId = ownerOf(call)
    const usage = model === undefined ? undefined : expectedUsage(call, outcome)
    const priceMicro = most.add(model, usage) ?? null
    if (how === 'sure') least.add(model, usage)
    found.push({
      nodeId: nodeId ?? null,
      label: labelOf(nodeId) ?? null,
      kind,
      method,
      effect,
      how,
      model: model ?? null,
      priceMicro,
    })
  }

  return {
    standIn(call) {
      const place = placeOf({ nodeId: ownerOf(call), kind: call.kind, method: call.method })
      const waiting = places.get(place) ?? []
      let known = waiting.pop()
      while (known && used.has(known)) known = waiting.pop()
      const outcome = known && !known.event.hasFailed ? readOutcome(known.event, values) : undefined
      note(call, call.effect === 'writes' ? 'held-back' : 'sure', outcome)
      isChanged = true
      return outcome
    },

    answered(call, known) {
      used.add(known)
      // It was asked the same only because what came before is taken to be answered the same.
      if (isChanged && call.effect === 'asks') note(call, 'maybe', readOutcome(known.event, values))
      else recorded += 1
    },

    plan: (isOpen) => ({
      calls: found,
      recorded,
      priceMicro: { least: least.micro, most: most.micro },
      unpriced: most.unpriced,
      isOpen,
    }),
  }
}

function placeOf({ nodeId, kind, method }: { nodeId?: string | undefined; kind: string; method: string }): string {
  return `${nodeId ?? ''} ${kind} ${method}`
}

function expectedUsage({ input }: GatedCall, outcome: Outcome | undefined) {
  const { outputTokens = ANSWER_TOKENS } = usageIn(outcome) ?? {}
  return { inputTokens: tokensOf(JSON.stringify(input)), outputTokens }
}
