import Fastify, { type FastifyInstance } from 'fastify'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answerError } from './error-answer.ts'
import { installBodyBudget } from './body-budget.ts'

const MB = 1024 ** 2
let app: FastifyInstance
let port: number
let pieces: Buffer[]
const sockets: Socket[] = []
beforeEach(async () => {
  app = Fastify({ bodyLimit: 9 * MB, trustProxy: true })
  app.setErrorHandler(answerError)
  installBodyBudget(app, {
    isStranger: ({ headers }) => headers.authorization === undefined,
    bounds: { all: 8 * MB, strangers: 6 * MB, network: 4 * MB },
  })
  pieces = []
  app.addHook('preParsing', (_request, _reply, payload, done) => {
    payload.on('data', (piece: Buffer) => pieces.push(piece))
    done()
  })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => 'a form')
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async () => 'a text')
  app.post('/', async () => 'taken')
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
})

interface Sender {
  from?: string
  key?: string
  type?: string
}
const headersOf = ({ from = '192.0.2.1', key, type = 'application/json' }: Sender) => ({
  'content-type': type,
  'x-forwarded-for': from,
  ...(key !== undefined && { authorization: key }),
})

const send = async (megabytes: number, sender: Sender = {}): Promise<number> => {
  const body = JSON.stringify('x'.repeat(megabytes * MB - 2))
  return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: headersOf(sender), body })).status
}

interface Held {
  socket: Socket
  answer(): string
}

/** Has the server take in so many bytes of a body without an end. */
async function hold(megabytes: number, options: HoldOptions = {}): Promise<Held> {
  const before = arrived()
  const held = begin(megabytes, options)
  // But for the last small pieces, which wait for company.
  await expect.poll(arrived, { timeout: 10_000 }).toBeGreaterThan(before + megabytes * MB - 64 * 1024)
  return held
}

const arrived = (): number => pieces.reduce((bytes, piece) => bytes + piece.length, 0)

/** Sends so many bytes of a body and no end, with a length or without. */
function begin(megabytes: number, { isChunked = true, pieceBytes = 64 * 1024, ...sender }: HoldOptions = {}): Held {
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${megabytes * MB + 1}`
  const headers = Object.entries(headersOf(sender)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\n${headers.join('')}${length}\r\n\r\n`)
  const text = 'x'.repeat(pieceBytes)
  const piece = isChunked ? `${pieceBytes.toString(16)}\r\n${text}\r\n` : text
  for (let sent = 0; sent < megabytes * MB; sent += pieceBytes) socket.write(piece)
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  sockets.push(socket)
  return { socket, answer: () => answer }
}

interface HoldOptions extends Sender {
  isChunked?: boolean
  pieceBytes?: number
}

const key = 'Bearer of somebody known'

describe.each([
  ['without a length', { isChunked: true }],
  ['with a length', { isChunked: false }],
  ['as a form', { isChunked: true, type: 'multipart/form-data; boundary=x' }],
])('bodies that came %s', (_, kind) => {
  test('are turned away when they are too much together, and taken again when others have left', async () => {
    const first = await hold(3, { ...kind, key })
    const second = await hold(3, { ...kind, key })
    expect(await send(3, { key })).toBe(503)
    expect(await send(1, { key })).toBe(200)
    first.socket.destroy()
    second.socket.destroy()
    await expect.poll(() => send(7, { key })).toBe(200)
  })

  test('of strangers leave room for those who are known, and those of one network for other strangers', async () => {
    await hold(3, { ...kind, from: '2001:db8::1' })
    expect(await send(2, { from: '2001:db8::2' })).toBe(503)
    expect(await send(2, { from: '192.0.2.2' })).toBe(200)
    await hold(2.5, { ...kind, from: '192.0.2.2' })
    expect(await send(1, { from: '192.0.2.3' })).toBe(503)
    expect(await send(2, { key })).toBe(200)
  })
})

test('a body that is announced and does not come takes no room', async () => {
  const headers = 'content-type: application/json\r\ncontent-length: 8000000'
  const idle = connect(port, '127.0.0.1')
  sockets.push(idle)
  await new Promise<void>((resolve) => idle.write(`POST / HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n"`, () => resolve()))
  expect(await send(3)).toBe(200)
})

test('a body that was announced before others of its network left counts with those that come later', async () => {
  const waiting = begin(0)
  expect(await send(1)).toBe(200)
  const before = arrived()
  const piece = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
  waiting.socket.write(piece.repeat(48))
  await expect.poll(arrived, { timeout: 10_000 }).toBeGreaterThan(before + 3 * MB - 64 * 1024)
  expect(await send(2)).toBe(503)
})

test('one alone always passes', async () => {
  expect(await send(8.5)).toBe(200)
})

test('whoever is turned away is told when to come back, and is cut off when it goes on sending', async () => {
  await hold(3, { from: '192.0.2.1' })
  expect(await send(2)).toBe(503)
  const refused = begin(2)
  await expect.poll(() => refused.answer(), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 503[\s\S]*retry-after: 2\r\n/)
  const goesOn = setInterval(() => refused.socket.writable && refused.socket.write('1\r\nx\r\n'), 20)
  await new Promise((resolve) => refused.socket.once('close', resolve))
  clearInterval(goesOn)
})

test('a body in single bytes is held in pieces of a decent size', async () => {
  const bytes = begin(0.0625, { pieceBytes: 1 })
  bytes.socket.write('0\r\n\r\n')
  await expect.poll(() => bytes.answer(), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 400/)
  expect(pieces.length).toBeLessThanOrEqual(65)
})
