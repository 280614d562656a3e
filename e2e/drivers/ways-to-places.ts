import { WAYS_TO_ACTIONS } from './places-of-failure.ts'
import { germanWays, ways } from './ways-to-parts.ts'
import type { Way } from './ways-to-parts.ts'

/** As few as come by every place where a failure is said; `npm run soak lazy-parts` goes to every single file. */
export const waysToPlaces: readonly Way[] = [
  'the canvas',
  ...Object.values(WAYS_TO_ACTIONS),
  'the user menu and the version dialog',
  'a message',
  'the editor of a tool',
  // Last: what is drawn anew while an answer is written may take a notice with it before Retry is pressed.
  'an answer and its trace',
].map(wayTo)

function wayTo(to: string): Way {
  const way = [...ways, ...germanWays].find((one) => one.to === to)
  if (!way) throw new Error(`There is no way to ${to}.`)
  return way
}
