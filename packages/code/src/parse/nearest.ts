/** The name that somebody who wrote another one is likely to mean. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase().slice(0, 60)
  let best: { name: string; distance: number } | undefined
  for (const name of names) {
    const other = name.toLowerCase()
    const most = Math.min(2, Math.floor(wanted.length / 3), (best?.distance ?? 3) - 1)
    if (other.length > 60 || Math.abs(other.length - wanted.length) > most) continue
    const distance = distanceOf(wanted, other)
    if (distance <= most) best = { name, distance }
    if (distance === 0) break
  }
  return best?.name
}

/** How many letters have to be changed, added or removed. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1)
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
