import type { NodeDescription } from '@chatwright/core'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { drawConversation } from '../../../testing/conversation-flow.ts'
import { startFakeVendor, type FakeVendor } from '../../../testing/fake-vendor.ts'
import {
  MISSED_SOON,
  spawnServer,
  spawnWorker,
  temporaryFolder,
  type SpawnedServer,
} from '../../../testing/spawned-server.ts'
import { startPostgres, type OwnPostgres } from '../../../testing/own-postgres.ts'
import { redisProgram, startRedis, type OwnRedis } from '../../../testing/own-redis.ts'
import { patient } from '../../../testing/patient.ts'
import { openStream, type SseFrame } from '../../../testing/sse-client.ts'

const hasPostgres = inject('postgresUrl') !== undefined

/** One history of a client: every frame it got, over all its connections. */
interface Conversation {
  chatId: string
  text: string
  lastId: string
  ids: string[]
  ending: 'end' | 'error' | undefined
}

describe.runIf(hasPostgres && redisProgram)('two web processes and three workers', () => {
  const folder = temporaryFolder()
  const words = Array.from({ length: 40 }, (_, i) => `word${i} `)
  let env: Record<string, string>
  let webs: SpawnedServer[]
  let workers: SpawnedServer[]
  let vendor: FakeVendor
  let redis: OwnRedis
  let postgres: OwnPostgres
  let flowId: string
  const live: Conversation[] = []

  beforeAll(async () => {
    vendor = await startFakeVendor({ tokens: words, delayMs: 20 })
    redis = await startRedis()
    const started = await startPostgres()
    if (!started) throw new Error('PostgreSQL is not installed')
    postgres = started
    env = {
      DATA_DIR: folder.path,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'silent',
      // Few at a time, so that every worker has some.
      WORKER_CONCURRENCY: '5',
      ...MISSED_SOON,
    }
    // The first one alone: it makes the tables and the key.
    webs = [await spawnServer(env)]
    webs.push(await spawnServer(env))
    workers = await Promise.all([spawnWorker(env), spawnWorker(env), spawnWorker(env)])
    flowId = await createFlow()
  }, 300_000)

  afterAll(async () => {
    await Promise.all([...webs, ...workers].map((process) => process.stop('SIGKILL')))
    await vendor.close()
    await redis.stop()
    await postgres.stop()
    folder.remove()
  })

  const web = (index: number): string => webs[index % webs.length]?.url ?? ''

  const api = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${web(0)}/api/v1${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return response.json()
  }

  async function createFlow(): Promise<string> {
    const credential = (await api('POST', '/credentials', {
      name: 'Key',
      credentialName: 'openAIApi',
      plainDataObj: { openAIApiKey: 'sk-test' },
    })) as { id: string }
    const nodes = (await api('GET', '/nodes')) as NodeDescription[]
    const flow = drawConversation(nodes, { vendorUrl: vendor.url }, credential.id)
    const created = (await api('POST', '/chatflows', { name: 'Shared', flowData: JSON.stringify(flow) })) as {
      id: string
    }
    return created.id
  }

  /** Asks, and comes back with the last id it saw, to another web process, as often as it takes. */
  async function talk(chatId: string, first: number): Promise<Conversation> {
    const seen: Conversation = { chatId, text: '', lastId: '', ids: [], ending: undefined }
    live.push(seen)
    const deadline = Date.now() + 280_000
    for (let attempt = first; seen.ending === undefined; attempt += 1) {
      if (Date.now() > deadline) throw new Error(`Still no end after ${JSON.stringify(seen)}`)
      try {
        const stream = await openStream(`${web(attempt)}/api/v1/prediction/${flowId}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            // A connection that broke before its first frame: asking again must not ask twice.
            'idempotency-key': chatId,
            ...(seen.lastId && { 'last-event-id': seen.lastId }),
          },
          body: JSON.stringify({ question: 'Hi', chatId, streaming: true, resumable: true }),
        })
        if (stream.status !== 200) throw new Error(`status ${stream.status}`)
        for await (const frame of stream.frames) note(seen, frame)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    return seen
  }

  /** Resolves once so many conversations of this name are in the middle of their answers. */
  const inTheMiddle = (name: string, count: number): Promise<void> =>
    vi.waitFor(() => {
      const speaking = live.filter(({ chatId, text, ending }) => chatId.startsWith(name) && text !== '' && !ending)
      expect(speaking.length).toBeGreaterThanOrEqual(count)
    })

  function note(seen: Conversation, frame: SseFrame): void {
    if (frame.id !== undefined) {
      seen.lastId = frame.id
      seen.ids.push(frame.id)
    }
    if (frame.event === 'token') seen.text += String(frame.data)
    if (frame.event === 'error') seen.ending = 'error'
    if (frame.event === 'end') seen.ending ??= 'end'
  }

  /** The checker: every run ended once, no frame came twice, every whole answer is stored and is what was heard. */
  async function check(conversations: readonly Conversation[]): Promise<void> {
    const messages = (await api('GET', `/chatmessage/${flowId}`)) as {
      chatId: string
      role: string
      content: string
      status: string
    }[]
    for (const seen of conversations) {
      expect(new Set(seen.ids).size, `frames of ${seen.chatId}`).toBe(seen.ids.length)
      const stored = messages.filter((message) => message.chatId === seen.chatId)
      expect(stored.filter((message) => message.role === 'userMessage')).toHaveLength(1)
      const answers = stored.filter((message) => message.role === 'apiMessage')
      if (seen.ending === 'end') {
        expect(seen.text).toBe(words.join(''))
        expect(answers.map((answer) => answer.content)).toEqual([words.join('')])
      } else {
        expect(words.join('').startsWith(seen.text)).toBe(true)
        expect(answers.length).toBeLessThanOrEqual(1)
      }
    }
  }

  test('a worker killed in the middle of answers: whole answers or an honest end, and the rest go on', async () => {
    const talks = Array.from({ length: 12 }, (_, i) => talk(`kill-${i}`, i))
    await inTheMiddle('kill-', 3)
    await workers[0]?.stop('SIGKILL')
    const conversations = await Promise.all(talks)
    workers[0] = await spawnWorker(env)
    await check(conversations)
    expect(conversations.filter((seen) => seen.ending === 'end').length).toBeGreaterThan(0)
  }, 300_000)

  test('web processes rolled under load lose no stream of a client that reconnects', async () => {
    const talks = Array.from({ length: 10 }, (_, i) => talk(`roll-${i}`, i))
    await inTheMiddle('roll-', 3)
    for (const index of [0, 1]) {
      await webs[index]?.stop('SIGKILL')
      webs[index] = await spawnServer(env)
    }
    const conversations = await Promise.all(talks)
    await check(conversations)
    expect(conversations.map((seen) => seen.ending)).toEqual(Array(10).fill('end'))
  }, 300_000)

  test('a worker stopped past its lease and continued neither speaks nor writes for a run it lost', async () => {
    const talks = Array.from({ length: 9 }, (_, i) => talk(`stop-${i}`, i))
    await inTheMiddle('stop-', 3)
    workers[1]?.process.kill('SIGSTOP')
    const conversations = await Promise.all(talks)
    workers[1]?.process.kill('SIGCONT')
    // It ends when it is done with every run it took for its own: whatever it would say or write is said and written.
    expect(await workers[1]?.stop('SIGTERM')).toBe(0)
    workers[1] = await spawnWorker(env)
    await check(conversations)
    expect(conversations.every((seen) => seen.ending !== undefined)).toBe(true)
  }, 300_000)

  test('Redis gone for a second and back empty, with forty runs under way: every run ends once, every token arrives once', async () => {
    const talks = Array.from({ length: 40 }, (_, i) => talk(`flush-${i}`, i))
    await inTheMiddle('flush-', 10)
    await redis.restart(1000)
    const conversations = await Promise.all(talks)
    await check(conversations)
    expect(conversations.filter((seen) => seen.ending === 'end').length).toBe(40)
  }, 300_000)

  test('PostgreSQL restarted under load: no process dies, and every answer is whole or honestly ended', async () => {
    const talks = Array.from({ length: 12 }, (_, i) => talk(`restart-${i}`, i))
    await inTheMiddle('restart-', 3)
    await postgres.restart(500)
    const conversations = await Promise.all(talks)
    await check(conversations)
    expect([...webs, ...workers].map((process) => process.process.exitCode)).toEqual(Array(5).fill(null))
    await vi.waitFor(async () => expect((await fetch(`${web(0)}/health/ready`)).status).toBe(200), {
      timeout: patient(5000),
    })
  }, 300_000)

  test('a flow saved through one process is used by the next run, whoever does it', async () => {
    const flow = (await api('GET', `/chatflows/${flowId}`)) as { flowData: string }
    const drawn = JSON.parse(flow.flowData) as { nodes: { data: { name: string; inputs: Record<string, unknown> } }[] }
    const model = drawn.nodes.find((node) => node.data.name === 'chatOpenAI')
    if (model) model.data.inputs['temperature'] = 0.123
    await fetch(`${web(1)}/api/v1/chatflows/${flowId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ flowData: JSON.stringify(drawn) }),
    })
    vendor.requests.length = 0
    await Promise.all(Array.from({ length: 6 }, (_, i) => talk(`save-${i}`, i)))
    expect(vendor.requests.map((request) => request.body.temperature)).toEqual(Array(6).fill(0.123))
  }, 300_000)

  test('a worker that is asked to end finishes its runs first and exits with 0', async () => {
    const talks = Array.from({ length: 6 }, (_, i) => talk(`term-${i}`, i))
    await inTheMiddle('term-', 3)
    expect(await workers[2]?.stop('SIGTERM')).toBe(0)
    const conversations = await Promise.all(talks)
    expect(conversations.map((seen) => seen.ending)).toEqual(Array(6).fill('end'))
    await check(conversations)
  }, 300_000)
})
