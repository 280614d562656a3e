import { outcomeOf, type RunOutcome } from '@chatwright/core'
import type { PriceBook } from '../../money/prices/price-book.ts'
import type { TracedCall } from './recorded-calls.ts'
import type { RecordedRun } from './recorded-run.ts'
import type { ReplayedCall } from './replay-gate.ts'
import { createRunPrice, usageIn } from './run-price.ts'

/** What an answer takes and costs, recorded calls as much as those that were asked anew. */
export interface WholeAnswer {
  /** Nothing where the price of a model is not known. */
  costMicro: number | undefined
  /** Nothing where nobody noted how long a recorded call took. */
  durationMs: number | undefined
  /** How many calls were asked anew, and what those cost. */
  asked: number
  priceMicro: number
}

export function wholeAnswer(
  ran: { outcome: RunOutcome; done: readonly ReplayedCall[]; durationMs: number },
  { recorded, calls, prices }: { recorded: RecordedRun; calls: readonly TracedCall[]; prices: PriceBook },
): WholeAnswer {
  const whole = createRunPrice(prices)
  const anew = createRunPrice(prices)
  let asked = 0
  for (const { grade, model, outcome } of ran.done) {
    const usage = usageIn(outcome)
    whole.add(model, usage)
    if (grade === 'recorded' || grade === 'by-hand') continue
    asked += 1
    anew.add(model, usage)
  }
  return {
    costMicro: whole.unpriced.length > 0 ? undefined : whole.micro,
    durationMs: asked === 0 ? recordedTime(ran, { recorded, calls }) : known(ran.durationMs + timeOf(ran.done, calls)),
    asked,
    priceMicro: anew.micro,
  }
}

/** The same answer from the same calls takes what it took. */
function recordedTime(
  { outcome, done }: { outcome: RunOutcome; done: readonly ReplayedCall[] },
  { recorded, calls }: { recorded: RecordedRun; calls: readonly TracedCall[] },
): number | undefined {
  const before = outcomeOf(recorded.events)
  if (before.text === outcome.text && before.durationMs !== undefined) return before.durationMs
  return known(timeOf(done, calls))
}

function known(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time
}

/** How long recorded calls took, one after the other. */
function timeOf(done: readonly ReplayedCall[], calls: readonly TracedCall[]): number {
  const times = new Map(calls.map(({ seq, end }) => [seq, end?.durationMs]))
  let sum = 0
  for (const { seq, kind } of done) if (seq !== undefined) sum += times.get(seq) ?? (kind === 'model' ? Number.NaN : 0)
  return sum
}
