import type { Run, TokenUsage } from '@chatwright/core'
import { addUsage } from './usage.ts'

/** What a run counts. Keyed by a symbol on the run, so that a node handing on `{ ...run, signal }` keeps counting. */
export interface Meter {
  calls: number
  usage: TokenUsage | undefined
}

const METER = Symbol('meter')
const CALL = Symbol('call')

export type MeteredRun = Run & { readonly [METER]: Meter }

export function meter(run: Run): MeteredRun {
  // The call stands there from the start: V8 takes microseconds for a property added to a copy.
  return Object.assign({ [METER]: { calls: 0, usage: undefined }, [CALL]: undefined }, run)
}

export function nextCallId(run: Run, nodeId: string): string {
  const counter = meterOf(run)
  if (!counter) return nodeId
  counter.calls += 1
  return `${nodeId}#${counter.calls}`
}

export function countUsage(run: Run, usage: TokenUsage): void {
  const counter = meterOf(run)
  if (counter) counter.usage = addUsage(counter.usage, usage)
}

export function meterOf(run: Run): Meter | undefined {
  return (run as Partial<MeteredRun>)[METER]
}

/** The run as it is handed on inside a call: what is called with it belongs below that call. */
export function within(run: Run, callId: string): Run {
  const inner: Run & { [CALL]?: string } = { ...run }
  inner[CALL] = callId
  return inner
}

/** The call inside which this run was handed on. */
export function callOf(run: Run): string | undefined {
  return (run as { [CALL]?: string })[CALL]
}
