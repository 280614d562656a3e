import type { RunEvent } from '@chatwright/core'

/** Hears the events of a run, each with its number. */
export type RunReader = (event: RunEvent, seq: number) => void

/** The events of one run in order, numbered from one: readers hear the same that is kept. */
export interface RunLog {
  readonly events: readonly RunEvent[]
  readonly isOver: boolean
  append(event: RunEvent): void
  /** Tells the reader everything after a number, then what follows, until the returned function is called. */
  read(reader: RunReader, afterSeq?: number): () => void
  /** Tells what follows to somebody the run does not wait for. */
  watch(listener: (event: RunEvent) => void): void
}

export interface RunLogOptions {
  /** What was told before by a process that is gone. */
  before?: readonly RunEvent[]
  onLastReaderGone?: () => void
}

export function createRunLog({ before = [], onLastReaderGone }: RunLogOptions = {}): RunLog {
  const events = [...before]
  let isOver = events.at(-1)?.type === 'run-end'
  const readers = new Set<RunReader>()
  const listeners: ((event: RunEvent) => void)[] = []
  return {
    events,
    get isOver() {
      return isOver
    },
    append(event) {
      events.push(event)
      isOver = event.type === 'run-end'
      for (const listener of listeners) listener(event)
      for (const reader of readers) reader(event, events.length)
    },
    read(reader, afterSeq = 0) {
      for (let index = afterSeq; index < events.length; index += 1) {
        const event = events[index]
        if (event) reader(event, index + 1)
      }
      readers.add(reader)
      return () => {
        if (readers.delete(reader) && readers.size === 0) onLastReaderGone?.()
      }
    },
    watch: (listener) => void listeners.push(listener),
  }
}
