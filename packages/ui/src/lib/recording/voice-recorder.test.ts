import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { RecordingError } from './record-voice.ts'
import type { VoiceRecording } from './record-voice.ts'
import { clockOf, createVoiceRecorder } from './voice-recorder.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A microphone that tells what became of its recordings. */
function microphone() {
  const ends: string[] = []
  const record = async (): Promise<VoiceRecording> => ({
    stop: async () => {
      ends.push('stopped')
      return 'data:audio/webm;base64,AAAA'
    },
    discard: () => ends.push('discarded'),
  })
  return { ends, record }
}

function recorderOf({ record = microphone().record, transcribe = async () => 'hello' } = {}) {
  const said: string[] = []
  const recorder = createVoiceRecorder({ record, transcribe, onSaid: (text) => said.push(text) })
  return { said, recorder, state: () => recorder.store.getState() }
}

test('what is said is written down', async () => {
  const { ends, record } = microphone()
  const { said, recorder, state } = recorderOf({ record })
  await recorder.start()
  expect(state()).toEqual({ phase: 'recording', seconds: 0, problem: undefined })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(clockOf(state().seconds)).toBe('1:01')
  await recorder.stop()
  expect([said, ends, state().phase]).toEqual([['hello'], ['stopped'], 'idle'])
})

test('a recording ends by itself after five minutes, is written down, and says why it ended', async () => {
  const { ends, record } = microphone()
  const { said, recorder, state } = recorderOf({ record })
  await recorder.start()
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1000)
  expect([state().phase, state().problem, ends]).toEqual(['recording', undefined, []])
  await vi.advanceTimersByTimeAsync(1000)
  expect(said).toEqual(['hello'])
  expect(state().phase).toBe('idle')
  expect(state().problem).toMatchObject({ problem: 'too-long' })
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect([ends, said]).toEqual([['stopped'], ['hello']])
})

test('a page in the background, whose clock ticks seldom, ends it in time all the same', async () => {
  const { ends, record } = microphone()
  const { recorder } = recorderOf({ record })
  await recorder.start()
  vi.setSystemTime(Date.now() + 60 * 60_000)
  const asleep = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60 * 60_000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(ends).toEqual(['stopped'])
  asleep.mockRestore()
})

test('a microphone that is refused is told, and can be asked again', async () => {
  const { record } = microphone()
  let isRefused = true
  const { recorder, state } = recorderOf({
    record: () => (isRefused ? Promise.reject(new RecordingError('refused')) : record()),
  })
  await recorder.start()
  expect(state()).toMatchObject({ phase: 'idle', problem: { problem: 'refused' } })
  isRefused = false
  await recorder.start()
  expect(state()).toMatchObject({ phase: 'recording', problem: undefined })
})

test('silence is told in the words of the server, and nothing is written', async () => {
  const silence = new Error('No speech was recognized.')
  const { said, recorder, state } = recorderOf({ transcribe: () => Promise.reject(silence) })
  await recorder.start()
  await recorder.stop()
  expect([said, state()]).toEqual([[], { phase: 'idle', seconds: 0, problem: silence }])
})

test('what is discarded lets go of the microphone and is never written down', async () => {
  const { ends, record } = microphone()
  const { said, recorder, state } = recorderOf({ record })
  await recorder.start()
  recorder.discard()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect([ends, said, state().phase]).toEqual([['discarded'], [], 'idle'])
})

test('a microphone that opens after the chat was closed is let go at once', async () => {
  const { ends, record } = microphone()
  const { recorder, state } = recorderOf({ record })
  const opening = recorder.start()
  await recorder.start()
  recorder.discard()
  await opening
  expect([ends, state().phase]).toEqual([['discarded'], 'idle'])
})

test('words that come back to a chat that was closed are not written into it', async () => {
  let arrive: (text: string) => void = () => undefined
  const { said, recorder } = recorderOf({ transcribe: () => new Promise<string>((resolve) => (arrive = resolve)) })
  await recorder.start()
  const stopping = recorder.stop()
  await vi.advanceTimersByTimeAsync(0)
  recorder.discard()
  arrive('too late')
  await stopping
  expect(said).toEqual([])
})
