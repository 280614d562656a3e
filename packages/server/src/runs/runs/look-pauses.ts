/** How long to wait before each next look: little at first, as most is over soon, and in the end as long as is said. */
export function* lookPauses(mostMs: number): Generator<number, never> {
  for (let pauseMs = FIRST_MS; ; pauseMs *= 2) yield Math.min(pauseMs, mostMs)
}

const FIRST_MS = 20
