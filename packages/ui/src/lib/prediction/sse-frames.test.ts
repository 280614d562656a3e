import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSseFrames, SseFrameParser } from './sse-frames.ts'

const STREAM =
  ':heartbeat\n\nid: run:1\nmessage:\ndata:{"event":"start","data":""}\n\n' +
  'id: run:2\r\ndata: {"event":"token","data":"Grüße 👋"}\r\n\r\ndata:{"event":"end","data":"[DONE]"}\n\n'

const FRAMES = [
  { id: 'run:1', data: '{"event":"start","data":""}' },
  { id: 'run:2', data: '{"event":"token","data":"Grüße 👋"}' },
  { id: undefined, data: '{"event":"end","data":"[DONE]"}' },
]

test('frames come out whole, heartbeats and unknown fields do not', () => {
  expect(new SseFrameParser().push(STREAM)).toEqual(FRAMES)
})

test('it does not matter where the network cuts the stream, even inside a character', async () => {
  const bytes = new TextEncoder().encode(STREAM)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const frames = []
      for await (const frame of readSseFrames(inPieces(bytes, cuts))) frames.push(frame)
      expect(frames).toEqual(FRAMES)
    }),
  )
})

test('several data lines are one document', () => {
  expect(new SseFrameParser().push('data: {\ndata: }\n\n')).toEqual([{ id: undefined, data: '{\n}' }])
})

test('a frame the connection cut off is not shown', () => {
  expect(new SseFrameParser().push('id: 1\ndata: {"event":"token","da')).toEqual([])
})

test('every piece counts as a sign of life, heartbeats too', async () => {
  let signs = 0
  const frames = []
  const body = inPieces(new TextEncoder().encode(': beat\n\n: beat\n\n'), [8])
  for await (const frame of readSseFrames(body, () => (signs += 1))) frames.push(frame)
  expect({ frames, signs }).toEqual({ frames: [], signs: 2 })
})

function inPieces(bytes: Uint8Array<ArrayBuffer>, cuts: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const edges = [0, ...[...cuts].toSorted((a, b) => a - b), bytes.length]
  return new ReadableStream({
    start(controller) {
      for (const [index, edge] of edges.entries()) {
        const piece = bytes.slice(edge, edges[index + 1] ?? edge)
        if (piece.length > 0) controller.enqueue(piece)
      }
      controller.close()
    },
  })
}
