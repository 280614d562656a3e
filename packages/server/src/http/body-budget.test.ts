import Fastify from 'fastify'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerError } from './error-answer.ts'
import { installBodyBudget } from './body-budget.ts'

const MB = 1024 ** 2
let app: ReturnType<typeof Fastify>
let address: string
const sockets: Socket[] = []
beforeEach(async () => {
  app = Fastify({ bodyLimit: 8 * MB })
  app.setErrorHandler(answerError)
  installBodyBudget(app, { bodyLimit: 8 * MB, mostBytes: 6 * MB })
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async () => 'a form')
  app.post('/', async () => 'taken')
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
})

const send = (megabytes: number): Promise<Response> =>
  fetch(address, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(megabytes * MB) })

/** Says it will send so much, and sends but the beginning. */
function begin(headers: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => {
      socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n\r\nf`, () =>
        setTimeout(() => resolve(socket), 100),
      )
    })
    sockets.push(socket)
  })
}

test('bodies that are too large together are turned away for a moment, small ones and a single one never', async () => {
  expect((await send(7)).status).toBe(200)
  const slow = await begin(`content-type: text/plain\r\ncontent-length: ${4 * MB}`)
  const refused = await send(3)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await send(2)).status).toBe(200)
  expect((await send(0.5)).status).toBe(200)
  slow.destroy()
  await expect.poll(async () => (await send(3)).status).toBe(200)
})

test('a form that does not say its length counts as the longest there may be, a text does not', async () => {
  await begin('content-type: text/plain\r\ntransfer-encoding: chunked')
  expect((await send(2)).status).toBe(200)
  await begin('content-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked')
  expect((await send(2)).status).toBe(503)
})
