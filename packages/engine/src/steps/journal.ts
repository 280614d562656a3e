import { stepsAgain, type Decision, type RunEvent, type StepEvent, type WaitQuestion } from '@chatwright/core'

type PlacedEvent = Extract<StepEvent, { path: string }>
export type StepStart = Extract<StepEvent, { type: 'step-start' }>
export type StepEnd = Extract<StepEvent, { type: 'step-end' }>

/** What was told of a run: by itself, by whoever held it before, and by the runs that it goes on from. */
export interface Journal {
  add(event: RunEvent): void
  /** What was told of all that stands below a path and is not to be done again. */
  below(path: string): PlacedEvent[]
  /** What a finished execution came to. */
  endOf(path: string): StepEnd | undefined
  /** An execution that was begun and of which nothing more is known, with what had been said when it began. */
  openOf(path: string): { start: StepStart; textBefore: string } | undefined
  /** How often an execution was begun. */
  attemptsOf(path: string): number
  questionOf(path: string): WaitQuestion | undefined
  decisionOf(path: string): Decision | undefined
  /**
   * Lets an execution try again: what was done to the world in it or decided by a person stands, with what led to that; all
   * after it is done anew.
   */
  tryAgain(path: string): void
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

export function readJournal(earlier: readonly RunEvent[]): Journal {
  let placed: PlacedEvent[] = []
  /** Paths below which something stands. */
  const parents = new Set<string>()
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
  const read = (event: RunEvent): void => {
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
        placed = placed.filter(({ path }) => !again.isForgotten(path))
        parents.clear()
        for (const { path } of placed) noteParents(path, parents)
        break
      }
      default:
    }
  }
  const add = (event: RunEvent): void => {
    read(event)
    if (!('path' in event)) return
    placed.push(event)
    noteParents(event.path, parents)
  }
  for (const event of earlier) add(event)
  return {
    add,
    endOf: (path) => entries.get(path)?.end,
    openOf(path) {
      const entry = entries.get(path)
      return entry?.start && !entry.end && !entry.hasFailed
        ? { start: entry.start, textBefore: entry.textBefore }
        : undefined
    },
    attemptsOf(path) {
      const start = entries.get(path)?.start
      return start ? (start.attempt ?? 1) : 0
    },
    questionOf: (path) => entries.get(path)?.question,
    decisionOf: (path) => entries.get(path)?.decision,
    below(path) {
      if (!parents.has(path)) return []
      return placed.filter((event) => {
        const isForgotten = event.type === 'step-end' && entries.get(event.path)?.end === undefined
        return event.path.startsWith(`${path}/`) && !isForgotten
      })
    },
    tryAgain(path) {
      const inside = [...entries].filter(([each]) => each.startsWith(`${path}/`)).map(([, entry]) => entry)
      const last = inside.findLastIndex(
        ({ start, end, decision }) => decision !== undefined || (start?.effect === 'writes' && end !== undefined),
      )
      for (const entry of inside.slice(last + 1))
        if (!isUnknown(entry)) Object.assign(entry, { end: undefined, hasFailed: true })
    },
  }
}

/** Something was done to the world, and nobody knows whether. */
function isUnknown({ start, end, hasFailed = false }: Entry): boolean {
  return start?.effect === 'writes' && end === undefined && !hasFailed
}

function noteParents(path: string, parents: Set<string>): void {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) parents.add(path.slice(0, at))
}
