import { expect, test } from 'vitest'
import { isRunEvents, readRunEvent, RUN_EVENTS_TYPE } from './wire.ts'

test('an event is read from its frame, and the words of others are none', () => {
  expect(readRunEvent('{"type":"token","text":"Hi"}')).toEqual({ type: 'token', text: 'Hi' })
  for (const foreign of ['[DONE]', ': ping', 'null', '3', '"type"', '{"event":"token"}', '[]']) {
    expect(readRunEvent(foreign)).toBeUndefined()
  }
})

test('only a client that asks for run events gets them', () => {
  for (const asked of [RUN_EVENTS_TYPE, 'text/html, text/event-stream; run-events=1'])
    expect(isRunEvents(asked)).toBe(true)
  for (const other of ['text/event-stream', '', null, undefined]) expect(isRunEvents(other)).toBe(false)
})
