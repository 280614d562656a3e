import { request, type ClientRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../testing/test-server.ts'

const owner = `Basic ${Buffer.from('owner:correct horse').toString('base64')}`
const MB = 1024 ** 2
let server: TestServer
let address: string
beforeAll(async () => {
  server = await testServer({ env: { CHATWRIGHT_USERNAME: 'owner', CHATWRIGHT_PASSWORD: 'correct horse' } })
  address = await server.listen()
})
afterAll(() => server.close())

/** Sends so many megabytes of a question in chunks, and no end. */
function hold(url: string, megabytes: number): { open: ClientRequest; taken: Promise<void>; status: Promise<number> } {
  const open = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } })
  open.on('error', () => undefined)
  return {
    open,
    status: new Promise((resolve) => open.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))),
    taken: new Promise((resolve) => open.write(`{"question": "${'x'.repeat(megabytes * MB)}`, () => resolve())),
  }
}

test('strangers who send questions without a length and without an end do not fill the memory', async () => {
  const flow = { name: 'Open', flowData: '{"nodes":[],"edges":[]}', isPublic: true }
  const { id } = (await server.send('POST', '/api/v1/chatflows', flow, { authorization: owner })).body
  const url = `${address}/api/v1/prediction/${id}`
  const held = [hold(url, 49), hold(url, 49)]
  await Promise.all(held.map(({ taken }) => taken))
  const refused = hold(url, 49)
  expect(await refused.status).toBe(503)
  const question = JSON.stringify({ question: 'x'.repeat(MB) })
  const headers = { 'content-type': 'application/json', authorization: owner }
  expect((await fetch(url, { method: 'POST', headers, body: question })).status).not.toBe(503)
  for (const { open } of [...held, refused]) open.destroy()
}, 60_000)
