import { randomUUID } from 'node:crypto'

/**
 * A UUID that begins with the time (version 7). Rows written together then lie together in the tables and indexes, so a
 * commit writes a few pages instead of one for every row.
 */
export function newId(): string {
  const now = Date.now()
  if (now !== begun.at) {
    const time = now.toString(16).padStart(12, '0')
    begun = { at: now, text: `${time.slice(0, 8)}-${time.slice(8)}-7` }
  }
  return begun.text + randomUUID().slice(15)
}

/** A text that every id made before a moment comes before, and no id made after it. */
export function idBefore(at: Date): string {
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

/** How the ids of one millisecond begin. */
let begun = { at: 0, text: '' }
