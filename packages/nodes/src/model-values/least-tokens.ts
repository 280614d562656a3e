/** A caller may ask for a shorter answer than the node allows, and never for a longer one. */
export function leastTokens(own: unknown, asked: number | undefined): number | undefined {
  const limit = typeof own === 'number' ? own : undefined
  if (asked === undefined) return limit
  return limit === undefined ? asked : Math.min(limit, asked)
}
