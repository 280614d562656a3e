import type { Chatflow, Comparison, DryReplay, TestSet } from '@chatwright/contract'
import { loadCatalogue } from '@chatwright/nodes'
import { expect, test, vi } from 'vitest'
import { drawAgentFlow } from './agent-flow.ts'
import { startFakeVendor, type FakeVendor } from './fake-vendor.ts'
import { startSharedServices } from './shared-services.ts'
import { MISSED_SOON, spawnServer, spawnWorker, temporaryFolder, type SpawnedServer } from './spawned-server.ts'

const PATIENCE = { timeout: 240_000, interval: 50 }
const QUESTIONS = ['lamps', 'doors', 'keys']

/**
 * Whoever compares is killed while it asks the second of three cases; the first is not asked again. Then a version is saved and whoever
 * replays what was recorded is killed before it is told.
 */
export function testKilledComparisons(): void {
  test.concurrent('a comparison that is killed goes on with the cases that are left', async ({ onTestFinished }) => {
    const world = await startWorld(onTestFinished)
    const env = { DATA_DIR: world.folder, LOG_LEVEL: 'silent' }
    const start = () => world.keep(spawnServer(env))
    expect(await killComparison(world, { start, url: (comparing) => comparing.url })).toEqual(EACH_ONCE)
  }, 480_000)

  test.concurrent('so it does in workers', async (context) => {
    const world = await startWorld(context.onTestFinished)
    const services = await startSharedServices(world.cleanups)
    if (!services) return context.skip('PostgreSQL or Redis is not installed')
    const env = { DATA_DIR: world.folder, LOG_LEVEL: 'silent', ...services, ...MISSED_SOON }
    const web = await world.keep(spawnServer(env))
    const start = () => world.keep(spawnWorker(env))
    expect(await killComparison(world, { start, url: () => web.url })).toEqual(EACH_ONCE)
  }, 480_000)
}

interface Compared {
  ended: Comparison
  /** How often the first case was asked after the kill. */
  askedAgain: number
  /** What a save after that does to what was recorded. */
  replayed: DryReplay
}

const EACH_ONCE: Compared = {
  ended: expect.objectContaining({
    reason: null,
    summary: expect.objectContaining({ cases: 3, done: 3, same: 3, conclusion: 'no-regression' }),
  }),
  askedAgain: 0,
  replayed: expect.objectContaining({ version: 2, total: 1, same: 1 }),
}

interface World {
  folder: string
  vendor: FakeVendor
  cleanups: (() => Promise<unknown> | void)[]
  keep(starting: Promise<SpawnedServer>): Promise<SpawnedServer>
}

async function startWorld(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
  const folder = temporaryFolder()
  const vendor = await startFakeVendor({ tokens: ['good'] })
  const cleanups: World['cleanups'] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup()
    await vendor.close()
    folder.remove()
  })
  const keep = async (starting: Promise<SpawnedServer>): Promise<SpawnedServer> => {
    const started = await starting
    cleanups.push(() => started.stop('SIGKILL'))
    return started
  }
  return { folder: folder.path, vendor, cleanups, keep }
}

async function killComparison(
  { vendor }: World,
  {
    start,
    url,
  }: {
    /** The process that compares. */
    start: () => Promise<SpawnedServer>
    /** Of a process that answers while that one runs. */
    url: (comparing: SpawnedServer) => string
  },
): Promise<Compared> {
  let comparing = await start()
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url(comparing)}/api/v1${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    expect(response.status).toBeLessThan(300)
    return (await response.json()) as { id: string }
  }
  const secret = { name: 'Key', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-test' } }
  const { id: credential } = await send('POST', '/credentials', secret)
  const model = { FLOWISE_CREDENTIAL_ID: credential, basepath: vendor.url, modelName: 'gpt-4o-mini' }
  const flow = drawAgentFlow((await loadCatalogue()).nodes, {
    steps: {
      llmAgentflow_0: {
        llmModel: 'chatOpenAI',
        llmModelConfig: { llmModel: 'chatOpenAI', ...model },
        llmEnableMemory: false,
        llmMessages: [{ role: 'user', content: 'Answer {{question}}' }],
      },
    },
    edges: ['startAgentflow_0 > llmAgentflow_0'],
  })
  const { id: chatflowId } = await send('POST', '/chatflows', {
    name: 'Agents',
    type: 'AGENTFLOW',
    flowData: JSON.stringify(flow),
  })
  const { id: setId } = (await send('POST', '/tests', { flowId: chatflowId, name: 'Kept' })) as TestSet
  for (const question of QUESTIONS) {
    const checks = [{ kind: 'contains', text: 'good' }]
    await send('POST', `/tests/${setId}/cases`, { turns: [{ question, checks }] })
  }
  const asked = (question: string): number =>
    vendor.requests.filter(({ body }) => JSON.stringify(body.messages).includes(question)).length

  await send('POST', `/prediction/${chatflowId}`, { question: 'windows' })

  const { id } = await send('POST', '/comparisons', { chatflowId, base: 1, candidate: 1, setId })
  await vi.waitFor(() => expect(asked('doors')).toBeGreaterThan(0), PATIENCE)
  const before = asked('lamps')
  await comparing.stop('SIGKILL')
  comparing = await start()
  const ended = await vi.waitFor(async () => {
    const found = (await send('GET', `/comparisons/${id}`)) as Comparison
    expect(found.state).toBe('done')
    return found
  }, PATIENCE)

  const drawn = JSON.stringify(flow).replace('"label":"llmAgentflow_0"', '"label":"Model"')
  const { version } = (await send('PUT', `/chatflows/${chatflowId}`, { flowData: drawn })) as Chatflow
  await comparing.stop('SIGKILL')
  comparing = await start()
  const replayed = await vi.waitFor(async () => {
    const found = (await send('GET', `/chatflows/${chatflowId}/dry-replay`)) as unknown as DryReplay
    expect(found).toMatchObject({ state: 'done', version })
    return found
  }, PATIENCE)
  return { ended, askedAgain: asked('lamps') - before, replayed }
}
