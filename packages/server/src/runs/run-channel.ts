import type { RunEvent } from '@chatwright/core'

/** Hears the events of a run, each with its number. */
export type RunReader = (event: RunEvent, seq: number) => void

/** The events of one run, for any number of readers, from any point on. */
export interface RunChannel {
  publish(event: RunEvent): void
  /** Tells the reader everything after a number, then what follows, until the returned function is called. */
  read(reader: RunReader, afterSeq?: number): () => void
  readonly readers: number
}

export function createRunChannel(onLastReaderGone: () => void): RunChannel {
  const log: RunEvent[] = []
  const readers = new Set<RunReader>()
  return {
    publish(event) {
      log.push(event)
      for (const reader of readers) reader(event, log.length)
    },
    read(reader, afterSeq = 0) {
      for (let index = afterSeq; index < log.length; index += 1) {
        const event = log[index]
        if (event) reader(event, index + 1)
      }
      readers.add(reader)
      return () => {
        if (readers.delete(reader) && readers.size === 0) onLastReaderGone()
      }
    },
    get readers() {
      return readers.size
    },
  }
}
