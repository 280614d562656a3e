import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAgentFlow } from '../testing/agent-flow.ts'
import { drawFlow } from '../testing/crash-rounds.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { collectFrames, openStream, textOf } from '../testing/sse-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const MB = 1024 ** 2
/** Who comes so is a stranger, also where no login is set. */
const BY_PROXY = 'via: a proxy'
const READERS = 100
/** As promised for so many. */
const MOST_BYTES = 64 * MB

let server: TestServer
let address: string
let vendor: FakeVendor
const sockets: Socket[] = []
beforeAll(async () => {
  // All of them are let in, so that the bytes are counted.
  server = await testServer({ env: { STREAMS_PER_NETWORK: '1000' } })
  address = await server.listen()
  vendor = await startFakeVendor({ tokens: Array.from({ length: 100 }, () => 'y'.repeat(40_000)) })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await vendor.close()
  await server.close()
})

/** Asks once, and returns the id of the first event that has one. */
async function askOnce(flowId: string, question: string): Promise<string> {
  const body = JSON.stringify({ question, streaming: true })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const frames = await collectFrames((await openStream(`${address}/api/v1/prediction/${flowId}`, init)).frames)
  const { id = '' } = frames.find((frame) => frame.id !== undefined) ?? {}
  return id.replace(/\d+$/, '0')
}

/** Comes back to an answer and reads nothing of it. */
function comeBack(flowId: string, lastEventId: string): void {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(
    `GET /api/v1/prediction/${flowId} HTTP/1.1\r\nhost: localhost\r\n${BY_PROXY}\r\nlast-event-id: ${lastEventId}\r\n\r\n`,
  )
  sockets.push(socket)
}

/** What this process holds more than before, while each reader is written as much as it takes. */
async function growth(work: () => void): Promise<number> {
  const before = held()
  let most = 0
  work()
  for (let looks = 0; looks < 3; looks += 1) {
    await setTimeout(1500)
    most = Math.max(most, held() - before)
  }
  return most
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test.each([
  [
    'one that ended just now',
    async () => {
      const steps = { directReplyAgentflow_0: { directReplyMessage: '{{question}}' } }
      const flowId = await createAgentFlow(server, { steps, edges: ['startAgentflow_0 > directReplyAgentflow_0'] })
      return { flowId, question: 'x'.repeat(3_900_000) }
    },
  ],
  [
    'one that is read from the store',
    async () => ({ flowId: await drawFlow(address, vendor.url), question: 'Hello?' }),
  ],
])('a hundred readers who come back to %s and read nothing take little memory', async (_, prepare) => {
  const { flowId, question } = await prepare()
  const lastEventId = await askOnce(flowId, question)
  const grown = await growth(() => {
    for (let reader = 0; reader < READERS; reader += 1) comeBack(flowId, lastEventId)
  })
  expect(grown).toBeLessThan(MOST_BYTES)
  for (const socket of sockets.splice(0)) socket.destroy()
  const headers = { 'last-event-id': lastEventId }
  const back = await openStream(`${address}/api/v1/prediction/${flowId}`, { headers })
  expect(textOf(await collectFrames(back.frames)).length).toBeGreaterThan(3_800_000)
})
