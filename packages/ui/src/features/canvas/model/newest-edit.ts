import type { Draft } from './draft.ts'

const PREFIX = 'canvas.newest:'

/** What a browser writes in a moment; larger flows are kept by its database alone, a quarter of a second later. */
const MOST_CHARACTERS = 1_000_000

/**
 * The newest edit, written before the next line runs: a page that is closed need not finish what its database was told.
 * It goes as soon as the database has it, so that it never fills the room there is.
 */
export interface NewestEdit {
  put(key: string, draft: Draft): void
  take(key: string): Draft | undefined
  /** With a time, only what was kept until then: a newer edit stays. */
  forget(key: string, until?: number): void
  keys(): string[]
}

export function newestEditIn(storage: Storage): NewestEdit {
  const keys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      .filter((name) => name.startsWith(PREFIX))
      .map((name) => name.slice(PREFIX.length))
  const read = (key: string): Draft | undefined => {
    try {
      return JSON.parse(storage.getItem(PREFIX + key) ?? 'null') ?? undefined
    } catch {
      return undefined
    }
  }
  const forget = (key: string, until?: number) => {
    const isNewer = until !== undefined && (read(key)?.keptAt ?? 0) > until
    if (!isNewer) storage.removeItem(PREFIX + key)
  }
  return {
    keys,
    forget,
    put(key, draft) {
      const text = JSON.stringify(draft)
      if (text.length > MOST_CHARACTERS) return forget(key)
      try {
        storage.setItem(PREFIX + key, text)
      } catch {
        // No room, or none allowed: the database keeps it a moment later.
        forget(key)
      }
      return undefined
    },
    take(key) {
      const draft = read(key)
      forget(key)
      return draft
    },
  }
}
