const SOONEST_MS = 200

/**
 * How long what is under way is left alone before it is looked at again: a quarter of its age, as what has just begun may be
 * over in a moment. Where the clocks of server and browser differ, it looks old: then `atMost`.
 */
export function lookAgainMs(begun: string, atMost: number): number {
  const age = Math.abs(Date.now() - Date.parse(begun))
  return Math.min(Math.max(age / 4, SOONEST_MS), atMost)
}
