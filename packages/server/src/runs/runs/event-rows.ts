import type { RunEvent } from '@chatwright/core'
import type { KeptValue } from '../recordings/pending-values.ts'
import { packJson, unpackJson, type AskedText } from '../questions/repeated-texts.ts'

/** Some events of a run that were kept together: a row of `run_event`. */
export interface EventRow {
  /** The number of the first of them. */
  seq: number
  event: string
  /** What the calls among them were asked and came to. */
  values?: KeptValue[]
}

/**
 * The events from a number on, and one more where it is given, as one row. Words that follow each other share a list: they
 * are most of a long answer.
 */
export function toEventRow(
  events: readonly RunEvent[],
  afterSeq: number,
  { last, asked }: { last?: RunEvent | undefined; asked?: readonly AskedText[] | undefined } = {},
): EventRow {
  const list: unknown[] = []
  let words: string[] | undefined
  for (let index = afterSeq; index < events.length; index += 1) {
    const event = events[index]
    if (event?.type !== 'token') {
      words = undefined
      list.push(event)
    } else if (words) words.push(event.text)
    else {
      words = [event.text]
      list.push(words)
    }
  }
  if (last) list.push(last)
  return { seq: afterSeq + 1, event: packJson(list, asked) }
}

/** The events of a run out of its rows, in order. */
export function readEventRows(rows: Iterable<Pick<EventRow, 'event'>>): RunEvent[] {
  const events: RunEvent[] = []
  for (const { event: text } of rows) {
    for (const entry of [unpackJson(text)].flat(1)) {
      if (Array.isArray(entry)) for (const word of entry) events.push({ type: 'token', text: word as string })
      else events.push(entry as RunEvent)
    }
  }
  return events
}
