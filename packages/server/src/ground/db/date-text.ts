/** A date as both databases keep it. Every answer writes a few, mostly of the same second: only its milliseconds are written anew. */
export function dateText(at: Date): string {
  const time = at.getTime()
  const second = Math.floor(time / 1000)
  if (second !== written.second) written = { second, text: new Date(second * 1000).toISOString().slice(0, -4) }
  return `${written.text}${String(time - second * 1000).padStart(3, '0')}Z`
}

/** The second written last. */
let written = { second: Number.NaN, text: '' }
