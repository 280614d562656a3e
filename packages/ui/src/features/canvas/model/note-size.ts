/** Small enough to hide nothing, large enough for a title and a line. */
const LEAST = { width: 160, height: 96 }
const MOST = { width: 1600, height: 1600 }

/** The size a note takes when somebody wants this one: whole, and within reason. */
export function noteSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return {
    width: Math.round(Math.min(MOST.width, Math.max(LEAST.width, width))),
    height: Math.round(Math.min(MOST.height, Math.max(LEAST.height, height))),
  }
}
