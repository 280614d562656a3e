/** Tells the time of a run: right at its start, and never set back after. */
export function createRunClock(): () => number {
  const origin = Date.now() - performance.now()
  return () => Math.round(origin + performance.now())
}
