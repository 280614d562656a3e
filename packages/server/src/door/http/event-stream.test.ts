import { AppError } from '@chatwright/contract'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNetworkLimits } from './network-limits.ts'
import { installSendBudget } from './send-budget.ts'
import { createEventStreams, type EventStream, type EventStreams } from './event-stream.ts'

const networks = createNetworkLimits({ streamsPerNetwork: 20, readsPerNetwork: 20 })
let app: FastifyInstance
let streams: EventStreams
let address: string
let opened: Promise<EventStream>

beforeEach(async () => {
  app = Fastify()
  installSendBudget(app, { isStranger: () => true })
  streams = createEventStreams({ networks, headWaitMs: 5 })
  let onOpen = (_: EventStream): void => {}
  opened = new Promise((resolve) => (onOpen = resolve))
  app.get('/', (_, reply) => {
    reply.header('x-kept', 'yes')
    onOpen(streams.open(reply))
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  streams.close()
  app.server.closeAllConnections()
  await app.close()
})

test('headers leave before the first word, with those set before', async () => {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-kept': 'yes',
  })
  ;(await opened).end()
})

test('headers leave at once where they are asked for, and what would be a refusal is told in the stream', async () => {
  streams.close()
  streams = createEventStreams({ networks, headWaitMs: 600_000 })
  const answering = fetch(address)
  const stream = await opened
  stream.begin()
  const response = await answering
  expect(stream.refuse(new AppError('overloaded'), {} as FastifyRequest)).toBe(false)
  stream.begin()
  stream.end()
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('words that come at once leave together with the head', async () => {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  ;(await opened).write('data:at once\n\n')
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*data:at once\n\n/)
  socket.destroy()
})

test('silence is filled with comments that readers skip', async () => {
  streams.close()
  streams = createEventStreams({ networks, heartbeatMs: 30, headWaitMs: 5 })
  const response = await fetch(address)
  const stream = await opened
  setTimeout(() => {
    stream.write('data:1\n\n')
    stream.end()
  }, 100)
  const text = await response.text()
  expect(text).toMatch(/^(:heartbeat\n\n)+data:1\n\n$/)
})

test('what is written at once leaves as one piece, and nothing after the end', async () => {
  const response = await fetch(address)
  const stream = await opened
  const reader = response.body?.getReader()
  for (const word of ['a', 'b', 'c']) stream.write(`data:${word}\n\n`)
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toBe('data:a\n\ndata:b\n\ndata:c\n\n')
  stream.end()
  stream.write('data:late\n\n')
  expect((await reader?.read())?.done).toBe(true)
})

test('a reader who leaves is noticed once; an end of our own is not a leaving', async () => {
  const leaving = new AbortController()
  await fetch(address, { signal: leaving.signal })
  const stream = await opened
  let gone = 0
  const noticed = new Promise<void>((resolve) => {
    stream.onGone(() => {
      gone += 1
      resolve()
    })
  })
  leaving.abort()
  await noticed
  stream.end()
  expect(gone).toBe(1)
})
