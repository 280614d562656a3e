/**
 * A limit in milliseconds, for a machine that does other things too: on a quiet one it is the limit itself. What waits
 * for several processes waits for each of them, so the slowness counts twice.
 */
export function patient(milliseconds: number): number {
  return milliseconds * slowness() ** 2
}

/** How much time passes here for a piece of work, by the processor time it takes: 1 where nobody else works. */
function slowness(): number {
  const began = performance.now()
  const before = process.cpuUsage()
  let spent = 0
  while (spent < 60) {
    const { user, system } = process.cpuUsage(before)
    spent = (user + system) / 1000
  }
  return Math.max(1, (performance.now() - began) / spent)
}
