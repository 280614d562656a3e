import type { RunEvent } from '@chatwright/core'
import { expect, test } from 'vitest'
import { storedRun, type StoredEvents } from './stored-run.ts'

const request = JSON.stringify({
  kind: 'question',
  runId: 'r',
  flowId: 'f',
  flowName: 'Flow',
  flowVersion: 1,
  session: { flowId: 'f', chatId: 'c', sessionId: 'c', origin: 'internal' },
  message: 'Hi',
  question: 'Hi',
  fileAttachment: '',
  attachments: [],
  history: [],
  overrides: { nodes: {}, variables: {} },
  memoryType: null,
  questionMessageId: 'q',
  answerMessageId: 'a',
  leadEmail: null,
  fileUploads: [],
  isResumable: false,
})
const said: RunEvent[] = [
  { type: 'token', text: 'Hello' },
  { type: 'answered', at: 5, durationMs: 4 },
]

/** As they would be kept, each by itself. */
const keeping = (events: readonly RunEvent[]): StoredEvents => ({
  events: async () => [...events],
  async nextEvents(_, after) {
    const event = events[after]
    return event && { seq: after + 1, events: [event] }
  },
})

async function heard(events: readonly RunEvent[], afterSeq?: number) {
  const told: [number, RunEvent['type']][] = []
  const run = storedRun({ request }, keeping(events))
  run.read((event, seq) => void told.push([seq, event.type]), afterSeq)
  await run.outcome
  return told
}

test('a run is told again under the same numbers, from where a reader left it', async () => {
  const end: RunEvent = { type: 'run-end', runId: 'r', at: 6, status: 'done', durationMs: 5 }
  expect(await heard([...said, end], 1)).toEqual([
    [2, 'answered'],
    [3, 'run-end'],
  ])
})

test('who comes back to an answer whose process died while it thought of follow-ups hears an end', async () => {
  expect(await heard(said, 2)).toEqual([[3, 'run-end']])
  expect(await storedRun({ request }, keeping(said)).outcome).toMatchObject({
    status: 'done',
    text: 'Hello',
    durationMs: 4,
  })
})

test('a run that a turn which was asked anew took along was stopped, with what it had said', async () => {
  expect(await heard([{ type: 'token', text: 'half' }])).toEqual([
    [1, 'token'],
    [2, 'run-end'],
  ])
  const { outcome } = storedRun({ request }, keeping([{ type: 'token', text: 'half' }]))
  expect(await outcome).toMatchObject({ status: 'cancelled', text: 'half' })
})

test('the next words are read from the store when the reader has taken those before', async () => {
  const words = ['a', 'b', 'c'].map((text): RunEvent => ({ type: 'token', text }))
  const store = keeping(words)
  const asked: number[] = []
  let take = (): void => {}
  const run = storedRun(
    { request },
    { ...store, nextEvents: (id, after) => (asked.push(after), store.nextEvents(id, after)) },
  )
  run.read(() => new Promise<void>((resolve) => (take = resolve)))
  await expect.poll(() => asked).toEqual([0])
  take()
  await expect.poll(() => asked).toEqual([0, 1])
})

test('a reader hears an end also where the database goes away in the middle', async () => {
  const store = keeping(said)
  const run = storedRun(
    { request },
    {
      ...store,
      nextEvents: (id, after) => (after === 0 ? store.nextEvents(id, after) : Promise.reject(new Error('gone'))),
    },
  )
  const told: RunEvent[] = []
  run.read((event) => void told.push(event))
  await expect
    .poll(() => told)
    .toMatchObject([{ text: 'Hello' }, { status: 'interrupted', fault: { code: 'database-away' } }])
})
