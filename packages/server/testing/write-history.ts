import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What a client was told about one write. */
export interface HistoryEntry {
  kind: 'save' | 'upload' | 'question'
  /** Unique over the whole history. */
  name: string
  /** `unknown`: the connection broke before an answer. */
  answer: 'acknowledged' | 'refused' | 'unknown'
}

export interface WriteHistory {
  record(entry: HistoryEntry): void
  entries(): HistoryEntry[]
}

/** One file per test: written at once, so that it holds whatever happens to the server or to us. */
export function openHistory(file: string): WriteHistory {
  return {
    record: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
    entries: () =>
      (existsSync(file) ? readFileSync(file, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as HistoryEntry),
  }
}

/** The one rule: acknowledged means present exactly once, refused means absent, unknown means at most once. */
export function historyFaults(entries: readonly HistoryEntry[], present: readonly string[]): string[] {
  const times = new Map<string, number>()
  for (const name of present) times.set(name, (times.get(name) ?? 0) + 1)
  return entries.flatMap(({ kind, name, answer }) => {
    const count = times.get(name) ?? 0
    const isRight = answer === 'acknowledged' ? count === 1 : answer === 'refused' ? count === 0 : count <= 1
    return isRight ? [] : [`${kind} ${name} was ${answer} and is present ${count} times`]
  })
}
