import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../packages/server/testing/spawned-server.ts'
import { patient } from '../packages/server/testing/patient.ts'

const folder = temporaryFolder()
let server: SpawnedServer
beforeAll(async () => {
  server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  folder.remove()
})

test('bodies that trickle in are cut off after two minutes, and others are served meanwhile', async () => {
  const began = performance.now()
  const ends = Promise.all(Array.from({ length: 200 }, trickle))
  const pings: number[] = []
  const watching = setInterval(() => void ping().then((ms) => pings.push(ms)), 1000)
  const answers = await ends
  clearInterval(watching)
  const seconds = (performance.now() - began) / 1000
  console.log({ seconds, slowestPingMs: Math.round(Math.max(...pings)) })
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']))
  expect(seconds).toBeLessThan(patient(130))
  expect(Math.max(...pings)).toBeLessThan(patient(1000))
})

test('past ten thousand connections new ones are turned away, and those that are in go on', async () => {
  const first = await open()
  const sockets = await openMany(10_400)
  // Those turned away are closed at once; those let in wait for their headers.
  const countHeld = (): number => sockets.filter((socket) => !socket.closed).length
  await expect.poll(countHeld).toBeLessThanOrEqual(10_000)
  const held = countHeld()
  console.log({ held })
  expect(held).toBeGreaterThan(9000)
  first.write('GET /api/v1/ping HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await new Promise((resolve) => first.once('data', (chunk) => resolve(chunk.toString())))).toContain('pong')
  for (const socket of [first, ...sockets]) socket.destroy()
  await expect.poll(ping, { timeout: patient(10_000) }).toBeLessThan(1000)
})

/** Sends a letter a second, and gives back the first line of the answer it is cut off with. */
function trickle(): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port(), '127.0.0.1')
    let answer = ''
    socket.write('POST /api/v1/chatflows HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n')
    socket.write('content-length: 100000\r\n\r\n{')
    const timer = setInterval(() => socket.writable && socket.write(' '), 1000)
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve(answer.split('\r\n')[0] ?? '')
    })
  })
}

async function ping(): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${server.url}/api/v1/ping`)
  expect(await answer.text()).toBe('pong')
  return performance.now() - began
}

function open(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port(), '127.0.0.1')
    socket.on('error', () => resolve(socket))
    socket.once('connect', () => resolve(socket))
    // Unread data would hide the end.
    socket.once('end', () => socket.destroy())
  })
}

async function openMany(count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: 200 }, open))))
  return sockets
}

function port(): number {
  return Number(new URL(server.url).port)
}
