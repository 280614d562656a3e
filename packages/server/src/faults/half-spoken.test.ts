import { outcomeOf, type RunEvent } from '@chatwright/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawFlow } from '../testing/crash-rounds.ts'
import { startFakeVendor, type FakeVendor } from '../testing/fake-vendor.ts'
import { Listener } from '../testing/listener.ts'
import { startPostgres } from '../testing/own-postgres.ts'
import { spawnServer, temporaryFolder, type SpawnedServer } from '../testing/spawned-server.ts'

const WORDS = Array.from({ length: 400 }, (_, index) => `w${index} `)
const WHOLE = WORDS.join('')
const PATIENCE = { timeout: 60_000, interval: 50 }

let folder: ReturnType<typeof temporaryFolder>
let vendor: FakeVendor
let server: SpawnedServer | undefined
beforeEach(async () => {
  folder = temporaryFolder()
  vendor = await startFakeVendor({ tokens: WORDS, delayMs: 5 })
})
afterEach(async () => {
  await server?.stop('SIGKILL')
  await vendor.close()
  folder.remove()
})

interface StoredRun {
  status: string
  events: RunEvent[]
}

const read = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${server?.url}/api/v1${path}`)).json()) as Answer

/** Returns in how many answers it killed the server. */
async function killAtRandomPoints(env: Record<string, string>, kills: number): Promise<number> {
  let killed = 0
  server = await spawnServer(env)
  const flowId = await drawFlow(server.url, vendor.url)
  const url = (): string => `${server?.url}/api/v1/prediction/${flowId}`
  for (let kill = 0; kill < kills; kill += 1) {
    const listeners: Listener[] = []
    for (let n = 0; n < 10; n += 1) {
      const chatId = `chat-${kill}-${n}`
      const headers = { 'idempotency-key': chatId }
      listeners.push(new Listener(url(), { body: { question: 'Count', chatId }, headers }))
      // Each is somewhere else when the end comes.
      const before = listeners[0]?.heard.length ?? 0
      await vi.waitFor(() => expect(listeners[0]?.heard.length).toBeGreaterThan(before + 3), PATIENCE)
    }
    await vi.waitFor(() => expect(listeners.every(({ text }) => text !== '')).toBe(true), PATIENCE)
    // What anybody could read in the database a moment ago was committed.
    const committed = await Promise.all(listeners.map(({ runId }) => read<StoredRun>(`/runs/${runId}`)))
    await server.stop('SIGKILL')
    await Promise.all(listeners.map((listener) => listener.over()))
    server = await spawnServer(env)

    for (const [n, listener] of listeners.entries()) {
      const chatId = `chat-${kill}-${n}`
      const before = outcomeOf(committed[n]?.events ?? []).text
      // On PostgreSQL other processes could be alive: a run is theirs until its lease has lapsed.
      const stored = await vi.waitFor(async () => {
        const run = await read<StoredRun>(`/runs/${listener.runId}`)
        expect(run.status).toBe('interrupted')
        return run
      }, PATIENCE)
      const { text } = outcomeOf(stored.events)
      // Nothing twice, nothing out of order, nothing lost that was committed, nothing nobody said.
      expect(WHOLE.startsWith(text) && text.startsWith(before), `${before}|${text}`).toBe(true)
      const kept = await read<{ id: string; role: string; content: string; status: string }[]>(
        `/chatmessage/${flowId}?chatId=${chatId}`,
      )
      expect(kept).toMatchObject([
        { role: 'userMessage', content: 'Count' },
        { role: 'apiMessage', content: text, status: 'interrupted' },
      ])

      const again = await new Listener(url(), {
        body: { question: 'Count', chatId },
        headers: { 'idempotency-key': chatId },
      }).over()
      expect(outcomeOf(again.heard.map(({ event }) => event))).toMatchObject({
        status: 'interrupted',
        text,
        messageId: kept[1]?.id,
        fault: { code: 'server-stopped' },
      })

      const lastId = listener.heard.at(-1)?.id ?? ''
      const resumed = await new Listener(url(), { body: {}, headers: { 'last-event-id': lastId } }).over()
      const after = outcomeOf([...listener.heard, ...resumed.heard].map(({ event }) => event))
      expect(after.status).toBe('interrupted')
      // A reader may have heard the last half second, which nobody has any more; never anything twice.
      expect(WHOLE.startsWith(after.text)).toBe(true)
      expect(after.text.length).toBeGreaterThanOrEqual(text.length)
      killed += 1
    }
  }
  return killed
}

test('an answer is kept while it is written: what was said half a second ago is in the database', async () => {
  vendor.script = { tokens: WORDS, holdAfter: 50 }
  server = await spawnServer({ DATA_DIR: folder.path, LOG_LEVEL: 'silent' })
  const flowId = await drawFlow(server.url, vendor.url)
  const url = `${server.url}/api/v1/prediction/${flowId}`
  const listener = new Listener(url, { body: { question: 'Count', chatId: 'c' } })
  const said = WORDS.slice(0, 50).join('')
  await vi.waitFor(() => expect(listener.text).toBe(said), PATIENCE)
  await vi.waitFor(async () => {
    const { status, events } = await read<StoredRun>(`/runs/${listener.runId}`)
    expect({ status, text: outcomeOf(events).text }).toEqual({ status: 'running', text: said })
  }, PATIENCE)
}, 120_000)

test('killed at thirty points of streamed answers: what was committed is kept, told again, and gone on with', async () => {
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
  expect(await killAtRandomPoints(env, 3)).toBe(30)
  const flowId = (await read<{ id: string }[]>('/chatflows'))[0]?.id ?? ''
  const [, broken] = await read<{ id: string; content: string }[]>(`/chatmessage/${flowId}?chatId=chat-2-0`)
  vendor.script = { tokens: ['and the rest'] }
  const rest = await new Listener(`${server?.url}/api/v1/prediction/${flowId}`, {
    body: { continue: broken?.id, chatId: 'chat-2-0' },
  }).over()
  expect(rest.text).toBe(`${broken?.content}and the rest`)
}, 300_000)

test('the same on PostgreSQL', async () => {
  const postgres = await startPostgres()
  if (!postgres) {
    if (process.env['CHATWRIGHT_FULL_TEST']) throw new Error('PostgreSQL is not installed')
    return
  }
  try {
    const env = { DATA_DIR: folder.path, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' }
    expect(await killAtRandomPoints(env, 3)).toBe(30)
  } finally {
    await server?.stop('SIGKILL')
    await postgres.stop()
  }
}, 300_000)
