import { addUsage, type Run, type TokenUsage } from '@chatwright/core'

/** What a run counts. Keyed by a symbol on the run, so that a node handing on `{ ...run, signal }` keeps counting. */
export interface Meter {
  calls: number
  usage: TokenUsage | undefined
  /** The run that this is a part of. */
  whole?: Meter
}

const METER = Symbol('meter')
const CALL = Symbol('call')
const SEARCH = Symbol('search')

export type MeteredRun = Run & { readonly [METER]: Meter }

export function meter(run: Run): MeteredRun {
  // They stand there from the start: V8 takes microseconds for a property added to a copy.
  return Object.assign({ [METER]: { calls: 0, usage: undefined }, [CALL]: undefined, [SEARCH]: false }, run)
}

export function nextCallId(run: Run, nodeId: string): string {
  const counter = meterOf(run)
  if (!counter) return nodeId
  const { whole = counter } = counter
  whole.calls += 1
  return `${nodeId}#${whole.calls}`
}

export function countUsage(run: Run, usage: TokenUsage): void {
  for (let counter = meterOf(run); counter; counter = counter.whole) counter.usage = addUsage(counter.usage, usage)
}

/** A part of a run with a count of its own, which counts for the whole too. */
export function ownMeter(run: Run): { run: Run; usage(): TokenUsage | undefined } {
  const whole = meterOf(run)
  const own: Meter = { calls: 0, usage: undefined, ...(whole && { whole: whole.whole ?? whole }) }
  return { run: Object.assign({}, run, { [METER]: own }), usage: () => own.usage }
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

/** The run as a search hands it on: what is found below it is not found before the search has chosen from it. */
export function withinSearch(run: Run): Run {
  const inner: Run & { [SEARCH]?: boolean } = { ...run }
  inner[SEARCH] = true
  return inner
}

export function isWithinSearch(run: Run): boolean {
  return (run as { [SEARCH]?: boolean })[SEARCH] === true
}
