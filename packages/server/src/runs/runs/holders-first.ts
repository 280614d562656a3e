/** Told that the database has answered just now: whether a lease that it calls lapsed means that the holder is gone. */
export type MayJudge = () => boolean

/**
 * While the database is away nobody can renew a lease, and when it is back all of them have lapsed: those who hold runs come
 * first, those who look for what was left behind wait for one lease. By silence and not by errors: a query may wait out the
 * outage and be answered at last. Whoever has just started may have done so right after one.
 */
export function createHoldersFirst({ leaseMs }: { leaseMs: number }): MayJudge {
  // What a shorter silence kept from being renewed is renewed before it lapses.
  const longestMs = leaseMs / 2
  let answeredAt = performance.now()
  let from = answeredAt + leaseMs
  return () => {
    const at = performance.now()
    if (at - answeredAt > longestMs) from = at + leaseMs
    answeredAt = at
    return at >= from
  }
}
