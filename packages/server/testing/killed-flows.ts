import type { ExecutionSteps, Wait } from '@chatwright/contract'
import type { NodeDescription } from '@chatwright/core'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { drawAgentFlow } from './agent-flow.ts'
import { shareDatabase, startSharedServices } from './shared-services.ts'
import { MISSED_SOON, spawnServer, spawnWorker, temporaryFolder, type SpawnedServer } from './spawned-server.ts'

const PATIENCE = { timeout: 400_000, interval: 100 }
/** In two rounds: a call, one for each of two items, and the last one. */
const EFFECTS = ['a0', 'i1', 'i2', 'a1', 'i1', 'i2', 'z']
/** Who comes by a proxy is not the owner of this machine. */
const VISITOR = { 'x-forwarded-for': '203.0.113.7' }
/** At each of its calls, counted from one. */
export const EVERY_CALL = EFFECTS.map((_, index) => index + 1)

/** What becomes of whoever makes the call that was just seen. Before: it does not hear the answer. */
type Kill = (call: number) => { before?: () => Promise<unknown>; after?: () => Promise<unknown> }

/** A world of a test's own, so that all of them can wait at once for what was missed. */
interface World {
  url: string
  env: Record<string, string>
  /** What it has seen done. */
  seen: string[]
  kill: Kill
  cleanups: (() => Promise<unknown> | void)[]
}

async function startWorld(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
  const folder = temporaryFolder()
  const counter = createServer((request, response) => {
    world.seen.push((request.url ?? '').slice(1))
    const { before, after } = world.kill(world.seen.length)
    if (before) {
      void before()
      return
    }
    response.on('finish', () => void after?.())
    response.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve))
  const world: World = {
    url: `http://127.0.0.1:${(counter.address() as AddressInfo).port}`,
    env: { DATA_DIR: folder.path, LOG_LEVEL: 'silent', ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
    seen: [],
    kill: () => ({}),
    cleanups: [],
  }
  onTestFinished(async () => {
    for (const cleanup of world.cleanups.toReversed()) await cleanup()
    counter.closeAllConnections()
    counter.close()
    folder.remove()
  })
  return world
}

function flow(nodes: readonly NodeDescription[], { url }: World) {
  const post = (path: string) => ({ method: 'POST', url: `${url}/${path}` })
  return drawAgentFlow(nodes, {
    steps: {
      httpAgentflow_0: post('a{{loop_count}}'),
      iterationAgentflow_0: { iterationInput: '["1","2"]' },
      httpAgentflow_1: post('i{{$iteration}}'),
      humanInputAgentflow_0: { humanInputDescription: 'Once more?' },
      loopAgentflow_0: { loopBackToNode: 'httpAgentflow_0-x', maxLoopCount: 5 },
      httpAgentflow_2: post('z'),
      directReplyAgentflow_0: { directReplyMessage: 'All done' },
    },
    edges: [
      'startAgentflow_0 > httpAgentflow_0',
      'httpAgentflow_0 > iterationAgentflow_0',
      'iterationAgentflow_0 > humanInputAgentflow_0',
      'humanInputAgentflow_0:0 > loopAgentflow_0',
      'humanInputAgentflow_0:1 > httpAgentflow_2',
      'httpAgentflow_2 > directReplyAgentflow_0',
    ],
    inside: { httpAgentflow_1: 'iterationAgentflow_0' },
  })
}

interface Deployment {
  /** Kills whoever does runs, and starts it again. */
  killAll(): Promise<void>
  address(): string
}

/**
 * Runs a flow with an approval, a loop and a list to its end, while whoever runs it is killed at calls that it makes and
 * after every decision. What nobody knows of is asked about; a person looks whether it was seen, and says so.
 */
async function killAt(
  places: readonly number[],
  { world, killAll, address, isHeard }: Deployment & { world: World; isHeard: (call: number) => boolean },
): Promise<number> {
  let killing = Promise.resolve()
  let asked = 0
  const killOnce = (): Promise<unknown> => (killing = killing.then(killAll))
  const killedAt = new Set<number>()
  world.kill = (call) => {
    if (killedAt.has(call) || !places.includes(call)) return {}
    killedAt.add(call)
    return isHeard(call) ? { after: killOnce } : { before: killOnce }
  }
  const api = async <Answer>(method: string, path: string, body?: object, more?: object): Promise<Answer> => {
    await killing
    const response = await fetch(`${address()}/api/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Answer
  }
  const nodes = await api<NodeDescription[]>('GET', '/nodes')
  const stored = { name: 'Killed', type: 'AGENTFLOW', flowData: JSON.stringify(flow(nodes, world)) }
  const { id } = await api<{ id: string }>('POST', '/chatflows', stored)
  // Its reader loses it with the first kill.
  await api('POST', `/prediction/${id}`, { question: 'Go', chatId: 'c1' }, VISITOR).catch(() => undefined)
  let execution = ''
  const stepsOf = (): Promise<ExecutionSteps> => api('GET', `/executions/${execution}/steps`)
  /** A call may have been noted down as begun, and its maker killed before it was sent: then all that was seen is kept. */
  const wasSeen = async (): Promise<boolean> => {
    const { steps } = await stepsOf()
    return world.seen.length > steps.filter(({ name, status }) => name === 'httpAgentflow' && status === 'done').length
  }
  /** What came of it is not for whoever chats to say. */
  const refuseVisitor = async ({ id: waitId }: Wait): Promise<void> => {
    const forged = { chatId: 'c1', humanInput: { type: 'result', result: 'forged', id: waitId } }
    const refused = await api('POST', `/prediction/${id}`, forged, VISITOR)
    expect(refused).toMatchObject({ code: 'decision-refused', details: { reason: 'outside-chat' } })
  }
  const decideNext = async (): Promise<void> => {
    const { items } = await api<{ items: Wait[] }>('GET', `/waits?chatflowId=${id}`)
    const [wait] = items
    if (!wait) return
    execution = wait.executionId
    const isUnknown = wait.question.kind === 'unknown'
    const isSeen = isUnknown && (await wasSeen())
    if (isUnknown) await refuseVisitor(wait)
    // By what was seen: whoever takes a decision may be killed before it says so.
    const isSecondRound = world.seen.includes('a1')
    const type = isUnknown ? (isSeen ? 'result' : 'again') : isSecondRound ? 'reject' : 'proceed'
    const decided = await api<{ status?: string }>('POST', `/waits/${wait.id}/decision`, { type })
    if (decided.status === undefined) return
    if (isSeen) asked += 1
    // Decided, and perhaps nobody has gone on with it.
    if (!isUnknown) await killOnce()
  }
  await vi.waitFor(async () => {
    await decideNext()
    const messages = await api<{ content: string }[]>('GET', `/chatmessage/${id}`)
    expect(messages.at(-1)?.content).toBe('All done')
  }, PATIENCE)
  expect([...killedAt]).toEqual(places)
  const { steps } = await stepsOf()
  expect(steps.filter(({ status }) => status !== 'done' && status !== 'skipped')).toEqual([])
  return asked
}

async function oneServer({ env, cleanups }: World, more: Record<string, string> = {}): Promise<Deployment> {
  const start = async (): Promise<SpawnedServer> => {
    const started = await spawnServer({ ...env, ...more })
    cleanups.push(() => started.stop('SIGKILL'))
    return started
  }
  let server = await start()
  return {
    address: () => server.url,
    async killAll() {
      await server.stop('SIGKILL')
      server = await start()
    },
  }
}

/** At which calls whoever makes them is killed, where each is deployed. */
interface KilledAt {
  alone: readonly number[]
  onPostgres: readonly number[]
  inWorkers: readonly number[]
}

/** Whoever runs a flow is killed at these calls, and after every decision: each call is made once. */
export function testKilledFlows({ alone, onPostgres, inWorkers }: KilledAt): void {
  test.concurrent('a run killed before it hears of a call does each once, and asks about it', async (context) => {
    const world = await startWorld(context.onTestFinished)
    const deployment = await oneServer(world)
    expect(await killAt(alone, { world, ...deployment, isHeard: () => false })).toBe(alone.length)
    expect(world.seen).toEqual(EFFECTS)
  }, 480_000)

  test.concurrent('a run killed as it hears of a call does each once, on PostgreSQL', async (context) => {
    const world = await startWorld(context.onTestFinished)
    const databaseUrl = await shareDatabase(world.cleanups)
    if (databaseUrl === undefined) return context.skip('PostgreSQL is not installed')
    const deployment = await oneServer(world, { DATABASE_URL: databaseUrl, ...MISSED_SOON })
    // Some are kept in time, the others are asked about.
    const asked = await killAt(onPostgres, { world, ...deployment, isHeard: () => true })
    expect(asked).toBeLessThanOrEqual(onPostgres.length)
    expect(world.seen).toEqual(EFFECTS)
  }, 480_000)

  test.concurrent('a run in two workers that are killed at calls does each once', async (context) => {
    const world = await startWorld(context.onTestFinished)
    const services = await startSharedServices(world.cleanups)
    if (!services) return context.skip('PostgreSQL or Redis is not installed')
    const shared = { ...world.env, ...services, ...MISSED_SOON }
    const start = async (spawn: typeof spawnServer): Promise<SpawnedServer> => {
      const started = await spawn(shared)
      world.cleanups.push(() => started.stop('SIGKILL'))
      return started
    }
    const web = await start(spawnServer)
    let workers = await Promise.all([start(spawnWorker), start(spawnWorker)])
    const deployment: Deployment = {
      address: () => web.url,
      async killAll() {
        await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
        workers = await Promise.all([start(spawnWorker), start(spawnWorker)])
      },
    }
    await killAt(inWorkers, { world, ...deployment, isHeard: (call) => call % 2 === 0 })
    expect(world.seen).toEqual(EFFECTS)
  }, 480_000)
}
