import { afterEach, expect, test, vi } from 'vitest'
import { rejection } from '../../test/collect.ts'
import { replay } from '../../test/replay.ts'
import { testRun } from '../../test/test-run.ts'
import { mediaFrames, serverSentEvents, type Framing } from './framing.ts'
import { streamEvents, type StreamDecoder } from './stream-events.ts'

const MB = 1024 ** 2
const tooMuch = 'The model sent too much at once.'

/** Says how long each payload was. */
function lengths(): StreamDecoder {
  return {
    isComplete: false,
    push: (payload, events) => void events.push({ type: 'text', text: `${payload.length} ` }),
    end: () => undefined,
  }
}

/** What a provider sends, byte by byte as the pieces of the network come. */
function streamed(body: () => ReadableStream<Uint8Array>, hasMedia: boolean) {
  const { fetch } = replay(async () => new Response(body()))
  const endpoint = { vendor: 'Example', baseUrl: 'https://vendor.example', headers: {}, fetch }
  const { signal } = testRun()
  return streamEvents(
    { endpoint, path: 'chat', body: {}, signal },
    { framing: serverSentEvents, decoder: lengths, hasMedia },
  )
}

const piece = Buffer.alloc(MB / 2, 'x')

/** One frame of so many megabytes, in pieces. */
function frameOf(megabytes: number): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('data: '))
      for (let sent = 0; sent < megabytes; sent += 0.5) controller.enqueue(piece)
      controller.enqueue(Buffer.from('\n\n'))
      controller.close()
    },
  })
}

async function textOf(events: AsyncIterable<{ type: string; text?: string }>): Promise<string> {
  let text = ''
  for await (const event of events) text += event.text ?? ''
  return text
}

test.each([
  ['text', false, 0.5, 1.5],
  ['media', true, 15.5, 16.5],
])('a frame of a model that sends %s is bounded', async (_, hasMedia, most, beyond) => {
  expect(await textOf(streamed(() => frameOf(most), hasMedia))).toBe(`${most * MB} `)
  expect(await rejection(textOf(streamed(() => frameOf(beyond), hasMedia)))).toMatchObject({ message: tooMuch })
})

/** The beginning of a frame that takes all the room one may have. */
function fullFrame(): Framing {
  const opening = Buffer.from('data: ')
  const framing = serverSentEvents(opening, mediaFrames)
  framing.push(opening)
  for (let sent = 0; sent < 15; sent += 0.5) framing.push(piece)
  return framing
}

const held: Framing[] = []
afterEach(() => {
  for (const framing of held.splice(0)) framing.close()
  vi.useRealTimers()
})

test('all streams of a process together hold 256 MB', () => {
  for (let count = 0; count < 16; count += 1) held.push(fullFrame())
  expect(() => held.push(fullFrame())).toThrow(tooMuch)
  held.pop()?.close()
  held.push(fullFrame())
})

test('a stream that its reader leaves holds nothing any more', async () => {
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.concat([Buffer.from('data: first\n\ndata: '), Buffer.alloc(9 * MB, 'x')]))
      },
    })
  // Forgotten, these would take more than there is.
  for (let count = 0; count < 30; count += 1) {
    for await (const event of streamed(body, true)) {
      expect(event).toEqual({ type: 'text', text: '5 ' })
      break
    }
  }
})

/** Sends a piece each second, until it is left. */
function everySecond(text: string, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const timer = setInterval(() => controller.enqueue(Buffer.from(text)), 1000)
      signal.addEventListener('abort', () => {
        clearInterval(timer)
        controller.error(signal.reason)
      })
    },
  })
}

test.each([
  ['comments and no word, after seven minutes', ': PROCESSING\n\n', 421_000, "didn't start to answer"],
  ['words without end, after ten', 'data: x\n\n', 601_000, "didn't finish"],
])('a provider that drips %s is given up', async (_, text, ms, sentence) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  const requests: AbortSignal[] = []
  const fetch: typeof globalThis.fetch = async (_address, init) => {
    const { signal } = new Request('https://vendor.example', { signal: init?.signal ?? null })
    requests.push(signal)
    return new Response(everySecond(text, signal))
  }
  const endpoint = { vendor: 'Example', baseUrl: 'https://vendor.example', headers: {}, fetch }
  const leave = new AbortController()
  const asked = textOf(
    streamEvents(
      { endpoint, path: 'chat', body: {}, signal: leave.signal },
      { framing: serverSentEvents, decoder: lengths },
    ),
  )
  asked.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(ms - 3000)
  expect(requests[0]?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  expect(requests[0]?.aborted).toBe(true)
  expect(String(requests[0]?.reason)).toContain(sentence)
  leave.abort(new Error('the person left'))
  await vi.advanceTimersByTimeAsync(10_000)
  await rejection(asked)
})
