import type { NodeDescription } from '@chatwright/core'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Config } from '../src/ground/config/config.ts'
import { openDatabase } from '../src/ground/db/database.ts'
import { drawAgentFlow } from '../testing/agent-flow.ts'
import { shareDatabase } from '../testing/shared-services.ts'
import { MISSED_SOON, spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

interface Callback {
  id: string
  chatId: string
  text: string
}

/** A world of a test's own, so that all of them can wait at once. */
interface World {
  path: string
  callbackUrl: string
  received: Callback[]
  /** Whether the receiver answers what it receives. */
  answers: boolean
  cleanups: (() => Promise<unknown> | void)[]
  start(more?: Record<string, string>): Promise<SpawnedServer>
}

async function startWorld(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
  const folder = temporaryFolder()
  const receiver = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { chatId, data } = JSON.parse(Buffer.concat(pieces).toString()) as { chatId: string; data: Callback }
      world.received.push({ id: String(request.headers['x-webhook-id']), chatId, text: data.text })
      if (world.answers) response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const world: World = {
    path: folder.path,
    callbackUrl: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/done`,
    received: [],
    answers: true,
    cleanups: [],
    async start(more = {}) {
      const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
      const started = await spawnServer({ ...env, ...more })
      world.cleanups.push(() => started.stop('SIGKILL'))
      return started
    },
  }
  onTestFinished(async () => {
    for (const cleanup of world.cleanups.toReversed()) await cleanup()
    receiver.closeAllConnections()
    receiver.close()
    folder.remove()
  })
  return world
}

async function call<Answer>(server: SpawnedServer, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

/** A flow that a webhook begins, and that is answered by a callback. */
async function createFlow(server: SpawnedServer, callbackUrl: string): Promise<string> {
  const nodes = await call<NodeDescription[]>(server, 'GET', '/nodes')
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

/** So many callbacks are on their way at most. */
const AT_ONCE = 10

/** Kills a server after a run has ended and before anybody is called back: those that nobody answers hold all places. */
async function killBetween(world: World, more: Record<string, string>) {
  let server = await world.start(more)
  const flowId = await createFlow(server, world.callbackUrl)
  const deliver = (order: string) => call<{ chatId: string }>(server, 'POST', `/webhook/${flowId}`, { order })
  for (;;) {
    const before = world.received.length
    world.answers = false
    await Promise.all(Array.from({ length: AT_ONCE }, () => deliver('held up')))
    await vi.waitFor(() => expect(world.received.length).toBeGreaterThanOrEqual(before + AT_ONCE), PATIENCE)
    const { chatId } = await deliver('killed')
    await vi.waitFor(async () => expect((await deliveriesOf(server, flowId))[0]?.status).toBe('SUCCEEDED'), PATIENCE)
    await server.stop('SIGKILL')
    // A slow machine gives up on those that are held before it comes to this.
    const isBetween = world.received.every((callback) => callback.chatId !== chatId)
    world.answers = true
    server = await world.start(more)
    if (isBetween) return { server, flowId, chatId }
  }
}

async function expectCalledOnce(world: World, more: Record<string, string> = {}): Promise<void> {
  const { server, flowId, chatId } = await killBetween(world, more)
  await vi.waitFor(async () => expect((await deliveriesOf(server, flowId))[0]?.callback).toBe('sent'), PATIENCE)
  expect(world.received.filter((callback) => callback.chatId === chatId)).toEqual([
    { id: expect.any(String) as string, chatId, text: 'Got killed' },
  ])
}

test.concurrent('a process killed after a run and before its callback: the next one calls back, once', async (context) => {
  await expectCalledOnce(await startWorld(context.onTestFinished))
}, 240_000)

test.concurrent('so it does on PostgreSQL, where others may be alive', async (context) => {
  const world = await startWorld(context.onTestFinished)
  const databaseUrl = await shareDatabase(world.cleanups)
  if (databaseUrl === undefined) return context.skip('PostgreSQL is not installed')
  await expectCalledOnce(world, { DATABASE_URL: databaseUrl, ...MISSED_SOON })
}, 240_000)

test.concurrent('killed before it hears that the callback was taken, the next one calls back under the same id', async (context) => {
  const world = await startWorld(context.onTestFinished)
  const { received } = world
  let server = await world.start()
  const flowId = await createFlow(server, world.callbackUrl)
  world.answers = false
  await call(server, 'POST', `/webhook/${flowId}`, { order: 7 })
  await vi.waitFor(() => expect(received).toHaveLength(1), PATIENCE)
  await server.stop('SIGKILL')
  world.answers = true
  await expireTaken({ kind: 'sqlite', file: join(world.path, 'chatwright.sqlite') })
  server = await world.start()
  await vi.waitFor(async () => expect((await deliveriesOf(server, flowId))[0]?.callback).toBe('sent'), PATIENCE)
  expect(received).toEqual([received[0], received[0]])
  expect(received[0]).toMatchObject({ text: 'Got 7' })
}, 240_000)

/** Whoever took a callback has half a minute for it; a test need not sit through that. */
async function expireTaken(config: Config['database']): Promise<void> {
  const database = await openDatabase(config)
  await database.query
    .updateTable('delivery')
    .set({ due_at: '2000-01-01T00:00:00.000Z' })
    .where('due_at', 'is not', null)
    .execute()
  await database.close()
}
