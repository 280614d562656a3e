import type { NodeDescription } from '@chatwright/core'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { drawAgentFlow } from '../testing/agent-flow.ts'
import { shareDatabase } from '../testing/shared-services.ts'
import { MISSED_SOON, spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

interface Callback {
  id: string
  chatId: string
  text: string
}

let folder: ReturnType<typeof temporaryFolder>
let receiver: Server
let received: Callback[]
/** Whether the receiver answers what it receives. */
let answers: boolean
const cleanups: (() => Promise<unknown> | void)[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  received = []
  answers = true
  receiver = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { chatId, data } = JSON.parse(Buffer.concat(pieces).toString()) as { chatId: string; data: Callback }
      received.push({ id: String(request.headers['x-webhook-id']), chatId, text: data.text })
      if (answers) response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  receiver.closeAllConnections()
  receiver.close()
  folder.remove()
})

async function start(more: Record<string, string>): Promise<SpawnedServer> {
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
  const started = await spawnServer({ ...env, ...more })
  cleanups.push(() => started.stop('SIGKILL'))
  return started
}

async function call<Answer>(server: SpawnedServer, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

/** A flow that a webhook begins, and that is answered by a callback. */
async function createFlow(server: SpawnedServer): Promise<string> {
  const nodes = await call<NodeDescription[]>(server, 'GET', '/nodes')
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`
  const flow = drawAgentFlow(nodes, {
    steps: {
      startAgentflow_0: { startInputType: 'webhookTrigger', webhookResponseMode: 'async', callbackUrl },
      directReplyAgentflow_0: { directReplyMessage: 'Got {{$webhook.body.order}}' },
    },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  const stored = { name: 'Called back', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  return (await call<{ id: string }>(server, 'POST', '/chatflows', stored)).id
}

interface Delivered {
  status: string
  callback: string | null
}

const deliveriesOf = async (server: SpawnedServer, flowId: string): Promise<Delivered[]> =>
  (await call<{ data: Delivered[] }>(server, 'GET', `/chatflows/${flowId}/webhook/deliveries`)).data

/** Delivers until a server was killed after a run had ended and before anybody was called back. */
async function killBetween(first: SpawnedServer, again: () => Promise<SpawnedServer>) {
  let server = first
  const flowId = await createFlow(server)
  for (let order = 1; ; order += 1) {
    const before = received.length
    const { chatId } = await call<{ chatId: string }>(server, 'POST', `/webhook/${flowId}`, { order })
    await vi.waitFor(async () => expect((await deliveriesOf(server, flowId))[0]?.status).toBe('SUCCEEDED'), {
      ...PATIENCE,
      interval: 1,
    })
    await server.stop('SIGKILL')
    const isBetween = received.length === before
    server = await again()
    if (isBetween) return { server, flowId, chatId, text: `Got ${order}`, before }
  }
}

async function expectCalledOnce(more: Record<string, string>): Promise<void> {
  const { server, flowId, chatId, text, before } = await killBetween(await start(more), () => start(more))
  await vi.waitFor(async () => expect((await deliveriesOf(server, flowId))[0]?.callback).toBe('sent'), PATIENCE)
  expect(received.slice(before)).toEqual([{ id: expect.any(String) as string, chatId, text }])
}

test('a process killed after a run and before its callback: the next one calls back, once', async () => {
  await expectCalledOnce({})
}, 240_000)

test('so it does on PostgreSQL, where others may be alive', async (context) => {
  const databaseUrl = await shareDatabase(cleanups)
  if (databaseUrl === undefined) return context.skip('PostgreSQL is not installed')
  await expectCalledOnce({ DATABASE_URL: databaseUrl, ...MISSED_SOON })
}, 240_000)

test('killed before it hears that the callback was taken, the next one calls back under the same id', async () => {
  let server = await start({})
  const flowId = await createFlow(server)
  answers = false
  await call(server, 'POST', `/webhook/${flowId}`, { order: 7 })
  await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE)
  await server.stop('SIGKILL')
  answers = true
  await expireTaken({ kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') })
  server = await start({})
  await vi.waitFor(async () => expect((await deliveriesOf(server, flowId))[0]?.callback).toBe('sent'), PATIENCE)
  expect(received).toEqual([received[0], received[0]])
  expect(received[0]).toMatchObject({ text: 'Got 7' })
}, 240_000)

/** Whoever took a callback has half a minute for it; a test need not sit through that. */
async function expireTaken(config: Config['database']): Promise<void> {
  const database = await openDatabase(config)
  await database.query.updateTable('webhook_delivery').set({ callback_at: '2000-01-01T00:00:00.000Z' }).execute()
  await database.close()
}
