import { outcomeOf, type RunEvent } from '@chatwright/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventRows, toEventRow } from './event-rows.ts'

const said = (texts: readonly string[]): RunEvent[] => texts.map((text) => ({ type: 'token', text }))

test('words that follow each other share a list', () => {
  const events: RunEvent[] = [
    { type: 'answered', at: 1, durationMs: 1 },
    ...said(['a', 'b']),
    { type: 'answered', at: 2, durationMs: 2 },
  ]
  expect(JSON.parse(toEventRow(events, 0).event)).toEqual([events[0], ['a', 'b'], events[3]])
  expect(toEventRow(events, 2)).toMatchObject({ seq: 3 })
})

test('wherever the half seconds fall, the same events come back under the same numbers', () => {
  const anyEvent: fc.Arbitrary<RunEvent> = fc.oneof(
    fc.record({ type: fc.constant('token' as const), text: fc.string({ unit: 'binary' }) }),
    // JSON knows no negative zero.
    fc.record({ type: fc.constant('json' as const), value: fc.json().map((text): unknown => JSON.parse(text)) }),
    fc.record({ type: fc.constant('answered' as const), at: fc.nat(), durationMs: fc.nat() }),
  )
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 60 }),
      fc.array(fc.nat({ max: 60 }), { maxLength: 8 }),
      (events, cuts) => {
        const edges = [...new Set([0, ...cuts.filter((cut) => cut < events.length)])].toSorted((a, b) => a - b)
        const rows = edges.map((edge, index) => toEventRow(events.slice(0, edges[index + 1] ?? events.length), edge))
        const read = readEventRows(rows)
        expect(read).toEqual(structuredClone(events))
        expect(outcomeOf(read)).toEqual(outcomeOf(events))
        for (const { seq } of rows) expect(edges).toContain(seq - 1)
      },
    ),
  )
})

test('a trace of the first release, one row or one event a row, is read as it is', () => {
  const event = { type: 'run-start', runId: 'r', at: 1, endingNodeId: 'n' }
  expect(readEventRows([{ event: JSON.stringify(event) }, { event: JSON.stringify([event, event]) }])).toEqual([
    event,
    event,
    event,
  ])
})
