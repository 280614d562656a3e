import { WAYS_TO_ACTIONS } from './places-of-failure.ts'
import { germanWays, ways } from './ways-to-parts.ts'
import type { Way } from './ways-to-parts.ts'

/** What an earlier way has drawn would be offered to these. */
export const FROM_AFRESH: ReadonlySet<string> = new Set(['an answer and its trace'])

/** As few as come by every place where a failure is said; `npm run soak lazy-parts` goes to every single file. */
export const waysToPlaces: readonly Way[] = [
  // First: all but the last go on from there on one page.
  'help in German',
  'the canvas',
  ...Object.values(WAYS_TO_ACTIONS).filter((to) => to !== 'help in German'),
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
