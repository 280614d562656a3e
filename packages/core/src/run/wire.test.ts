import { expect, test } from 'vitest'
import { isRunEvents, readRunEvent, RUN_EVENTS_TYPE } from './wire.ts'

test('an event is read from its frame, and the words of others are none', () => {
  expect(readRunEvent('{"type":"token","text":"Hi"}')).toEqual({ type: 'token', text: 'Hi' })
  for (const foreign of ['[DONE]', ': ping', 'null', '3', '"type"', '{"event":"token"}', '[]']) {
    expect(readRunEvent(foreign)).toBeUndefined()
  }
})

test('only a client that asks for run events gets them', () => {
  for (const asked of [RUN_EVENTS_TYPE, 'text/html, text/event-stream; run-events=1', `${RUN_EVENTS_TYPE}, */*`])
    expect(isRunEvents(asked)).toBe(true)
  // A page of another version asks for what it knows, and is told in the words that every client understands.
  const others = ['text/event-stream;run-events=2', 'text/event-stream;run-events=10', 'text/event-stream;run-events']
  for (const other of [...others, 'text/event-stream', '', null, undefined]) expect(isRunEvents(other)).toBe(false)
})
