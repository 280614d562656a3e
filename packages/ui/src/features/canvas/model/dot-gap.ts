export const GRID_GAP = 16

/** Closer together on the glass than this, dots are a grey ground. */
const NARROWEST = 12

/** How far apart the dots are on the glass: on the grid, or on every second, fourth, eighth … line of it. */
export function dotGap(zoom: number): number {
  let gap = GRID_GAP * zoom
  while (gap < NARROWEST) gap *= 2
  return gap
}
