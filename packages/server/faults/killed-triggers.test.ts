import type { NodeDescription } from '@chatwright/core'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDatabase, type Database } from '../src/ground/db/database.ts'
import { drawAgentFlow } from '../testing/agent-flow.ts'
import { drawFlow } from '../testing/crash-rounds.ts'
import { farMinute } from '../testing/far-minute.ts'
import { startFakeVendor } from '../testing/fake-vendor.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const HOUR_MS = 3_600_000
const LONG_AGO = '2000-01-01T00:00:00.000Z'

/** A server of a test's own, so that both can wait at once. */
interface World {
  server: SpawnedServer
  database: Database
  /** Kills the server and starts the next one, for whom all that was taken is free again: a test need not sit through that. */
  kill(meanwhile?: () => void): Promise<void>
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>
}

async function startWorld(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
  const folder = temporaryFolder()
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' }
  const server = await spawnServer(env)
  const database = await openDatabase({ kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') })
  const world: World = {
    server,
    database,
    async kill(meanwhile) {
      await world.server.stop('SIGKILL')
      meanwhile?.()
      await database.query.updateTable('delivery').set({ due_at: LONG_AGO }).where('state', '=', 'due').execute()
      world.server = await spawnServer(env)
    },
    async call<Answer>(method: string, path: string, body?: object) {
      const response = await fetch(`${world.server.url}/api/v1${path}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return (await response.json()) as Answer
    },
  }
  onTestFinished(async () => {
    await world.server.stop('SIGKILL')
    await database.close()
    folder.remove()
  })
  return world
}

interface Told {
  id: string
  event: string
  question: string
}

/** Takes notices; without an answer the sender cannot know that they were taken. */
async function startReceiver(onTestFinished: (end: () => void) => void) {
  const told: Told[] = []
  const receiver = { told, answers: true, url: '' }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { event, run } = JSON.parse(Buffer.concat(pieces).toString()) as {
        event: string
        run: { question: string }
      }
      told.push({ id: String(request.headers['x-webhook-id']), event, question: run.question })
      if (receiver.answers) response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/told`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

test.concurrent('killed between the end of a run and its notice, before it hears that one was taken, or in the middle of a run: each run is told of, under one id', async ({
  onTestFinished,
}) => {
  const [world, receiver, model] = await Promise.all([
    startWorld(onTestFinished),
    startReceiver(onTestFinished),
    startFakeVendor(),
  ])
  onTestFinished(() => model.close())
  const flowId = await drawFlow(world.server.url, model.url)
  const notice = { flowId, url: receiver.url, events: ['finished', 'failed'] }
  const { id } = await world.call<{ id: string }>('POST', '/notices', notice)
  const ask = (question: string) => world.call('POST', `/prediction/${flowId}`, { question })
  const log = async () =>
    (await world.call<{ data: { id: string; state: string }[] }>('GET', `/notices/${id}/deliveries?limit=100`)).data
  const untilSent = (count: number) =>
    vi.waitFor(async () => {
      const states = (await log()).map(({ state }) => state)
      expect(states).toEqual(Array.from({ length: count }, () => 'sent'))
    }, PATIENCE)

  // Notices leave once a second: killed as soon as the runs have ended, until some were not sent.
  const between: string[] = []
  do {
    const questions = [0, 1, 2, 3, 4].map((number) => `ended ${between.length + number}`)
    between.push(...questions)
    await Promise.all(questions.map(ask))
    await world.server.stop('SIGKILL')
    const isBetween = receiver.told.length < between.length
    await world.kill()
    await untilSent(between.length)
    if (isBetween) break
  } while (between.length < 100)
  const once = receiver.told.slice()

  receiver.answers = false
  await Promise.all([ask('heard 0'), ask('heard 1')])
  await vi.waitFor(() => expect(receiver.told).toHaveLength(once.length + 2), PATIENCE)
  model.upcoming.push({ tokens: ['Half', ' an answer'], holdAfter: 1 })
  const before = model.spoken
  const cut = ask('cut').catch(() => undefined)
  await vi.waitFor(() => expect(model.spoken).toBe(before + 1), PATIENCE)
  await world.kill(() => (receiver.answers = true))
  await cut
  await untilSent(between.length + 3)

  const { told } = receiver
  // One that was taken as its sender was killed comes again, under the same id.
  expect([...new Set(once.map(({ question }) => question))].toSorted()).toEqual(between.toSorted())
  const after = told.slice(once.length).map(({ event, question }) => `${question}: ${event}`)
  const heard = ['heard 0: run.finished', 'heard 1: run.finished']
  expect(after.toSorted()).toEqual(['cut: run.failed', ...heard, ...heard].toSorted())
  // One id for each run, whoever sent it and how often.
  const ids = new Map(told.map(({ id: delivery, question }) => [delivery, question]))
  expect(new Set(ids.values()).size).toBe(ids.size)
  expect([...ids.keys()].toSorted()).toEqual((await log()).map((row) => row.id).toSorted())
}, 240_000)

/** Of the database, as somebody beside the server sees it. */
async function timesAndRuns({ query }: Database) {
  const fires = await query
    .selectFrom('delivery')
    .select(['subject_id', 'delivery_key', 'state', 'run_id'])
    .where('kind', '=', 'schedule')
    .execute()
  const runs = await query.selectFrom('run').select(['id', 'status']).execute()
  return { fires, runs }
}

test.concurrent('killed when times have come, while it begins their runs and while these go on: each time runs once', async ({
  onTestFinished,
}) => {
  const world = await startWorld(onTestFinished)
  // No further time comes while the test goes on.
  const minute = farMinute()
  const nodes = await world.call<NodeDescription[]>('GET', '/nodes')
  const flow = drawAgentFlow(nodes, {
    steps: {
      startAgentflow_0: {
        startInputType: 'scheduleInput',
        scheduleFrequency: 'hourly',
        scheduleOnMinute: minute,
        scheduleDefaultInput: 'What is new?',
        scheduleMissed: 'all',
        scheduleOverlap: 'allow',
      },
      directReplyAgentflow_0: { directReplyMessage: 'Nothing' },
    },
    edges: ['startAgentflow_0 > directReplyAgentflow_0'],
  })
  const stored = { name: 'Hourly', type: 'AGENTFLOW', flowData: JSON.stringify(flow) }
  const { id: flowId } = await world.call<{ id: string }>('POST', '/chatflows', stored)
  const schedule = { cron: `${minute} * * * *`, question: 'And now?', missed: 'all', overlap: 'allow' }
  const own = await world.call<{ id: string }>('POST', '/triggers', { flowId, kind: 'schedule', name: 'Own', schedule })
  await world.call('GET', `/chatflows/${flowId}/schedule/status`)

  const pastHour = minute * 60_000
  const latest = Math.floor((Date.now() - pastHour) / HOUR_MS) * HOUR_MS + pastHour
  const first = latest - 11 * HOUR_MS
  // Each round goes back further: the times of the one before come up again.
  for (const { hours, begun } of [
    { hours: 5, begun: 0 },
    { hours: 11, begun: 4 },
  ]) {
    const before = (await timesAndRuns(world.database)).runs.length
    await world.database.query
      .updateTable('flow_trigger')
      .set({ next_due: new Date(first + (11 - hours) * HOUR_MS).toISOString() })
      .execute()
    await vi.waitFor(
      async () => {
        const { fires, runs } = await timesAndRuns(world.database)
        expect(fires.length).toBeGreaterThan(before)
        expect(runs.length).toBeGreaterThanOrEqual(before + begun)
      },
      { ...PATIENCE, interval: 1 },
    )
    await world.kill()
    await vi.waitFor(async () => {
      const { fires, runs } = await timesAndRuns(world.database)
      expect(fires.length).toBeGreaterThanOrEqual(2 * (hours + 1))
      expect(fires.every(({ state }) => state === 'started')).toBe(true)
      expect(runs.every(({ status }) => status === 'done')).toBe(true)
    }, PATIENCE)
  }

  const { fires, runs } = await timesAndRuns(world.database)
  const hours = Array.from({ length: 12 }, (_, n) => new Date(first + n * HOUR_MS).toISOString())
  for (const trigger of [flowId, own.id]) {
    const times = fires.filter((fire) => fire.subject_id === trigger).map((fire) => fire.delivery_key)
    expect(times.toSorted()).toEqual(hours)
  }
  expect(runs.map((run) => run.id).toSorted()).toEqual(fires.map((fire) => fire.run_id).toSorted())
  const messages = await world.call<{ role: string }[]>('GET', `/chatmessage/${flowId}`)
  expect(messages.filter(({ role }) => role === 'apiMessage')).toHaveLength(runs.length)
}, 240_000)
