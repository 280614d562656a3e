import type { RunEvent } from '@chatwright/core'
import type { Recorder } from '../recordings/recorder.ts'

/** Hears the events of a run, each with its number. One that returns a promise hears the next when it has resolved. */
export type RunReader = (event: RunEvent, seq: number) => unknown

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
  /** The run to be done after this one, at best by the same process: whichever finds it does it. */
  next?: string
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
  next?: string
  readonly #onLastReaderGone: (() => void) | undefined
  readonly #readings = new Set<Reading>()
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
    for (const reading of this.#readings) if (!reading.isBusy) this.#tell(reading)
  }

  read(reader: RunReader, afterSeq = 0): () => void {
    const reading: Reading = { reader, heard: afterSeq, isBusy: false }
    this.#tell(reading)
    this.#readings.add(reading)
    return () => {
      reading.hasLeft = true
      if (this.#readings.delete(reading) && this.#readings.size === 0) this.#onLastReaderGone?.()
    }
  }

  /** Up to the newest event, or until the reader needs time: the log keeps for all what a slow one has not heard. */
  #tell(reading: Reading): void {
    reading.isBusy = true
    while (reading.heard < this.events.length && !reading.hasLeft) {
      const event = this.events[reading.heard]
      reading.heard += 1
      const taken = event && reading.reader(event, reading.heard)
      if (!(taken instanceof Promise)) continue
      void taken.then(() => this.#tell(reading))
      return
    }
    reading.isBusy = false
  }

  watch(listener: (event: RunEvent) => void): void {
    this.#listeners.push(listener)
  }
}

interface Reading {
  reader: RunReader
  /** The number of the last event it was told. */
  heard: number
  isBusy: boolean
  hasLeft?: boolean
}
