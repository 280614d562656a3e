import type { RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { storedRun } from './stored-run.ts'

const request = JSON.stringify({ kind: 'question', runId: 'r' })
const said: RunEvent[] = [
  { type: 'token', text: 'Hello' },
  { type: 'answered', at: 5, durationMs: 4 },
]

function heard(events: readonly RunEvent[], afterSeq?: number) {
  const told: [number, RunEvent['type']][] = []
  storedRun({ request }, events).read((event, seq) => told.push([seq, event.type]), afterSeq)
  return told
}

test('a run is told again under the same numbers, from where a reader left it', () => {
  const end: RunEvent = { type: 'run-end', runId: 'r', at: 6, status: 'done', durationMs: 5 }
  expect(heard([...said, end], 1)).toEqual([
    [2, 'answered'],
    [3, 'run-end'],
  ])
})

test('who comes back to an answer whose process died while it thought of follow-ups hears an end', async () => {
  expect(heard(said, 2)).toEqual([[3, 'run-end']])
  expect(await storedRun({ request }, said).outcome).toMatchObject({ status: 'done', text: 'Hello', durationMs: 4 })
})

test('a run that a turn which was asked anew took along was stopped, with what it had said', async () => {
  expect(heard([{ type: 'token', text: 'half' }])).toEqual([
    [1, 'token'],
    [2, 'run-end'],
  ])
  const { outcome } = storedRun({ request }, [{ type: 'token', text: 'half' }])
  expect(await outcome).toMatchObject({ status: 'cancelled', text: 'half' })
})
