import Fastify, { type FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerError } from './error-answer.ts'
import { createEventStreams, type EventStream } from './event-stream.ts'
import { createNetworkLimits } from './network-limits.ts'
import { installSendBudget } from './send-budget.ts'

const MB = 1024 ** 2
const DRAIN_MS = 600
const known = 'Bearer of somebody known'

let app: FastifyInstance
let port: number
let streams: ReturnType<typeof createEventStreams>
let opened: EventStream[]
const sockets: Socket[] = []

beforeEach(async () => {
  app = Fastify({ trustProxy: true })
  app.setErrorHandler(answerError)
  installSendBudget(app, {
    isStranger: ({ headers }) => headers.authorization === undefined,
    bounds: { all: 48 * MB, strangers: 32 * MB, network: 16 * MB },
    drainMs: DRAIN_MS,
  })
  streams = createEventStreams({ networks: createNetworkLimits({ streamsPerNetwork: 20, readsPerNetwork: 20 }) })
  opened = []
  app.get<{ Params: { megabytes: string } }>('/json/:megabytes', async ({ params }) =>
    'x'.repeat(Number(params.megabytes) * MB),
  )
  app.get('/file', async () => Readable.from(endless(), { objectMode: false }))
  app.get('/stream', (_, reply) => void opened.push(streams.open(reply)))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  streams.close()
  app.server.closeAllConnections()
  await app.close()
})

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024)
}

interface Caller {
  from?: string
  key?: string
}

/** Asks and reads nothing until it is resumed. */
function ask(path: string, { from = '192.0.2.1', key }: Caller = {}): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  const authorization = key === undefined ? '' : `authorization: ${key}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\n${authorization}\r\n`)
  sockets.push(socket)
  return socket
}

const statusOf = async (path: string, { from = '192.0.2.1', key }: Caller = {}): Promise<number> => {
  const headers = { 'x-forwarded-for': from, ...(key !== undefined && { authorization: key }) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  await answer.arrayBuffer()
  return answer.status
}

describe('answers that nobody reads', () => {
  test('leave room for those who are known, and those of one network for other strangers', async () => {
    ask('/json/12')
    ask('/json/12', { from: '198.51.100.1' })
    await expect.poll(() => statusOf('/json/8', { from: '192.0.2.1' }), { interval: 5 }).toBe(503)
    expect(await statusOf('/json/1', { from: '203.0.113.1' })).toBe(200)
    expect(await statusOf('/json/12', { from: '203.0.113.1' })).toBe(503)
    expect(await statusOf('/json/12', { key: known })).toBe(200)
  })

  test('are ended, and then others are answered', async () => {
    ask('/json/12')
    await expect.poll(() => statusOf('/json/8'), { interval: 5 }).toBe(503)
    await expect.poll(() => statusOf('/json/8')).toBe(200)
  })

  test('one alone always passes', async () => {
    expect(await statusOf('/json/64')).toBe(200)
  })
})

test('a file that nobody reads is not sent for ever', async () => {
  const socket = ask('/file')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await setTimeout(DRAIN_MS * 2)
  // What the system held for it is read first.
  socket.resume()
  await closed
  expect(socket.destroyed).toBe(true)
})

test('who reads slowly is not cut off', async () => {
  const socket = ask('/json/12')
  let bytes = 0
  socket.on('data', (piece) => (bytes += piece.length))
  for (let looks = 0; looks < 12; looks += 1) {
    socket.pause()
    await setTimeout(DRAIN_MS / 4)
    socket.resume()
    await setTimeout(3)
  }
  await expect.poll(() => bytes).toBeGreaterThan(12 * MB)
})

describe('a stream', () => {
  const open = async (caller: Caller = {}): Promise<{ socket: Socket; stream: EventStream }> => {
    const count = opened.length
    const socket = ask('/stream', caller)
    await expect.poll(() => opened.length, { interval: 5 }).toBe(count + 1)
    const stream = opened[count]
    if (!stream) throw new Error('No stream was opened')
    return { socket, stream }
  }

  test('says when its reader has caught up', async () => {
    const { socket, stream } = await open()
    expect(stream.room).toBeUndefined()
    stream.write('x'.repeat(12 * MB))
    const { room } = stream
    expect(room).toBeInstanceOf(Promise)
    socket.resume()
    await room
    expect(stream.room).toBeUndefined()
  })

  test('that does not drain is ended, and says so to whoever writes', async () => {
    const { stream } = await open()
    const gone = new Promise<void>((resolve) => stream.onGone(resolve))
    stream.write('x'.repeat(12 * MB))
    await stream.room
    await gone
    expect(stream.room).toBeUndefined()
  })

  test('that was ended and is not read does not stay', async () => {
    const { socket, stream } = await open()
    stream.write('x'.repeat(12 * MB))
    stream.end()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await setTimeout(DRAIN_MS * 2)
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(12 * MB)
  })

  test('is ended where its network has too much waiting, and the others go on', async () => {
    const first = await open()
    const second = await open()
    first.stream.write('x'.repeat(12 * MB))
    const gone = new Promise<void>((resolve) => second.stream.onGone(resolve))
    second.stream.write('x'.repeat(8 * MB))
    await gone
    first.socket.resume()
    await first.stream.room
    first.stream.write('data:the end\n\n')
    first.stream.end()
    await expect.poll(() => first.socket.bytesRead).toBeGreaterThan(12 * MB)
  })
})
