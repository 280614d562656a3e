import type { RunEvent } from '@chatwright/core'
import type { Recorder } from '../recordings/recorder.ts'

/** Hears the events of a run, each with its number. */
export type RunReader = (event: RunEvent, seq: number) => void

/** The events of one run in order, numbered from one: readers hear the same that is kept. */
export interface RunLog {
  readonly events: readonly RunEvent[]
  readonly isOver: boolean
  /** The answer is told, and so it is kept: nobody holds the run any more, whatever is told after. */
  readonly isAnswered: boolean
  /** Where its calls are recorded. */
  record?: Recorder
  /** What the runs had told that this one goes on from. */
  earlier?: readonly RunEvent[]
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

export function createRunLog(options: RunLogOptions = {}): RunLog {
  return new Log(options)
}

/** A class, because one is made for every answer: an object with a getter of its own costs microseconds to make. */
class Log implements RunLog {
  readonly events: RunEvent[]
  isOver: boolean
  isAnswered: boolean
  record?: Recorder
  earlier?: readonly RunEvent[]
  readonly #onLastReaderGone: (() => void) | undefined
  readonly #readers = new Set<RunReader>()
  readonly #listeners: ((event: RunEvent) => void)[] = []

  constructor({ before = [], onLastReaderGone }: RunLogOptions) {
    this.events = [...before]
    this.isOver = this.events.at(-1)?.type === 'run-end'
    this.isAnswered = this.isOver
    this.#onLastReaderGone = onLastReaderGone
  }

  append(event: RunEvent): void {
    this.events.push(event)
    this.isOver = event.type === 'run-end'
    if (this.isOver || event.type === 'answered') this.isAnswered = true
    for (const listener of this.#listeners) listener(event)
    for (const reader of this.#readers) reader(event, this.events.length)
  }

  read(reader: RunReader, afterSeq = 0): () => void {
    for (let index = afterSeq; index < this.events.length; index += 1) {
      const event = this.events[index]
      if (event) reader(event, index + 1)
    }
    this.#readers.add(reader)
    return () => {
      if (this.#readers.delete(reader) && this.#readers.size === 0) this.#onLastReaderGone?.()
    }
  }

  watch(listener: (event: RunEvent) => void): void {
    this.#listeners.push(listener)
  }
}
