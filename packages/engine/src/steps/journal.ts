import { stepsAgain, type Decision, type RunEvent, type StepEvent, type WaitQuestion } from '@chatwright/core'

export type StepStart = Extract<StepEvent, { type: 'step-start' }>
export type StepEnd = Extract<StepEvent, { type: 'step-end' }>

/** What was told of a run before: by whoever held it, and by the runs that it goes on from. */
export interface Journal {
  /** What a finished execution came to. */
  endOf(path: string): StepEnd | undefined
  /** An execution that was begun and of which nothing more is known, with what had been said when it began. */
  openOf(path: string): { start: StepStart; textBefore: string } | undefined
  questionOf(path: string): WaitQuestion | undefined
  decisionOf(path: string): Decision | undefined
}

interface Entry {
  start?: StepStart
  /** It came to an end that is none: it is done anew. */
  hasFailed?: boolean
  textBefore: string
  end?: StepEnd
  question?: WaitQuestion
  decision?: Decision
}

export function readJournal(told: readonly RunEvent[]): Journal {
  const entries = new Map<string, Entry>()
  const entryOf = (path: string): Entry => {
    const known = entries.get(path)
    if (known) return known
    const entry: Entry = { textBefore: '' }
    entries.set(path, entry)
    return entry
  }
  let text = ''
  let runId: string | undefined
  for (const event of told) {
    switch (event.type) {
      case 'run-start':
        // Whoever takes a run up again begins it again; what it said still stands.
        if (event.runId !== runId) text = ''
        runId = event.runId
        break
      case 'token':
        text += event.text
        break
      case 'text':
        text = event.text
        break
      case 'step-start':
        Object.assign(entryOf(event.path), { start: event, textBefore: text, end: undefined, hasFailed: false })
        break
      case 'step-end':
        entryOf(event.path).end = event
        break
      case 'step-error':
        entryOf(event.path).hasFailed = true
        break
      case 'step-wait':
        entryOf(event.path).question = event.question
        break
      case 'step-decision':
        entryOf(event.path).decision = event.decision
        break
      case 'step-again': {
        const starts = [...entries].map(([path, { start }]) => ({ path, after: start?.after ?? [] }))
        const again = stepsAgain(event.path, starts)
        for (const path of entries.keys()) {
          if (again.isForgotten(path) || again.containers.has(path)) entries.delete(path)
        }
        break
      }
      default:
    }
  }
  return {
    endOf: (path) => entries.get(path)?.end,
    openOf(path) {
      const entry = entries.get(path)
      return entry?.start && !entry.end && !entry.hasFailed
        ? { start: entry.start, textBefore: entry.textBefore }
        : undefined
    },
    questionOf: (path) => entries.get(path)?.question,
    decisionOf: (path) => entries.get(path)?.decision,
  }
}
