import { ErrorBody } from '@chatwright/contract'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patient } from '../testing/patient.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  server = await testServer({
    env: {
      CHATWRIGHT_USERNAME: 'owner',
      CHATWRIGHT_PASSWORD: 'correct horse',
      UPLOAD_LIMIT: '1mb',
      BODY_LIMIT: '2mb',
    },
  })
  address = await server.listen()
})
afterAll(() => server.close())

const owner = `Basic ${Buffer.from('owner:correct horse').toString('base64')}`

/** Writes bytes to a bare socket and waits for the other side to end it. */
function converse(bytes: string, { everyMs = 0 } = {}): Promise<{ answer: string; ms: number }> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    let answer = ''
    let timer: NodeJS.Timeout | undefined
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ answer, ms: performance.now() - began })
    })
    socket.setTimeout(120_000, () => reject(new Error('The server kept the connection')))
    socket.write(bytes)
    if (everyMs > 0) timer = setInterval(() => socket.writable && socket.write('x-a: b\r\n'), everyMs)
  })
}

function envelope(answer: string): { status: number; body: ErrorBody } {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: ErrorBody.parse(JSON.parse(body)) }
}

test('headers that never end: the connection is closed, and others are served meanwhile', async ({
  onTestFinished,
}) => {
  // The fifteen seconds are the product's; a test need not sit through them.
  const { server: http } = server.app
  expect(http.headersTimeout).toBe(15_000)
  // It is lent to other tests, too.
  onTestFinished(() => {
    http.headersTimeout = 15_000
  })
  http.headersTimeout = 1000
  const slow = Array.from({ length: 50 }, () => converse('GET / HTTP/1.1\r\nhost: x\r\n', { everyMs: 200 }))
  const began = performance.now()
  expect(await (await fetch(`${address}/api/v1/ping`)).text()).toBe('pong')
  expect(performance.now() - began).toBeLessThan(patient(2000))
  const ends = await Promise.all(slow)
  expect(Math.max(...ends.map(({ ms }) => ms))).toBeLessThan(patient(15_000))
  expect(envelope(ends[0]?.answer ?? '')).toMatchObject({ status: 408, body: { code: 'request-timeout' } })
})

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
  ['two lengths', 'POST /api/v1/chatflows HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 400],
  [
    'a length and chunks, as request smugglers send',
    'POST /api/v1/chatflows HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a line break in a header', 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx: a\rb\r\n\r\n', 400],
  ['a NUL in the address', 'GET /\u0000 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
])('%s is one clear answer', async (_, bytes, status) => {
  const { answer } = await converse(bytes)
  expect(envelope(answer).status).toBe(status)
})

test.each([
  ['a file over the limit', () => form({ file: 'x'.repeat(1_500_000) }), 413],
  [
    'a form that breaks off',
    () => '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf',
    400,
  ],
  ['a form without a file', () => '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n', 400],
  ['an empty form', () => '--x--\r\n', 400],
  [
    'thousands of parts',
    () => `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(5000)}--x--\r\n`,
    413,
  ],
])('%s is refused', async (_, body, status) => {
  const answer = await fetch(`${address}/api/v1/files`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: owner },
    body: body(),
  })
  expect({ status: answer.status, ...ErrorBody.parse(await answer.json()) }).toMatchObject({ status })
})

// Last, because it closes the door for a minute.
test('guesses are slowed down whatever address they claim to come from', async () => {
  const guess = (n: number) =>
    fetch(`${address}/api/v1/chatflows`, {
      headers: {
        authorization: `Basic ${Buffer.from(`owner:guess ${n}`).toString('base64')}`,
        'x-forwarded-for': `203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
      },
    })
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) statuses.push((await guess(n)).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.slice(-10)).toEqual(Array(10).fill(429))
})

function form({ file }: { file: string }): string {
  return `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${file}\r\n--x--\r\n`
}
