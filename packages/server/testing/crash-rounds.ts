import { join } from 'node:path'
import { storeFlow } from './store-flow.ts'
import { drawConversation } from './conversation-flow.ts'
import { startFakeVendor } from './fake-vendor.ts'
import { readCalls, type ReadCalls } from './read-calls.ts'
import { spawnServer, type SpawnedServer } from './spawned-server.ts'
import { historyFaults, openHistory, type HistoryEntry, type WriteHistory } from './write-history.ts'
import type { NodeDescription } from '@chatwright/core'

const lanes: readonly HistoryEntry['kind'][] = ['save', 'upload', 'question']
const WORDS = Array.from({ length: 20 }, (_, i) => `${i} `)
/** Makes a chat that goes on too long for its events: what its calls were asked is kept beside them. */
const MORE = ' and more'.repeat(25)
const emptyFlow = '{"nodes":[],"edges":[]}'

export interface CrashReport {
  faults: string[]
  acknowledged: Record<HistoryEntry['kind'], number>
  /** Recorded calls that were read whole, by where their values are. */
  calls: ReadCalls
  /** Milliseconds from starting again to ready, after each kill. */
  readyTimes: number[]
}

async function startAfterKill(env: Record<string, string>, readyTimes: number[]): Promise<SpawnedServer> {
  const began = performance.now()
  const server = await spawnServer(env)
  const { status } = await fetch(`${server.url}/health/ready`)
  if (status !== 200) throw new Error(`The server said it was ready, and its health said ${status}`)
  readyTimes.push(performance.now() - began)
  return server
}

/** Writes in every way at once, kills the server in the middle, starts it again; in the end compares with the history. */
export async function crashRounds(folder: string, rounds: number): Promise<CrashReport> {
  const history = openHistory(join(folder, 'history.jsonl'))
  const vendor = await startFakeVendor({ tokens: WORDS, delayMs: 5 })
  const readyTimes: number[] = []
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
  try {
    let server = await spawnServer(env)
    const flowId = await drawFlow(server.url, vendor.url)
    for (let round = 0; round < rounds; round += 1) {
      const writers = writeUntilGone(server.url, { flowId, round, history })
      const isWorking = (): boolean =>
        lanes.every((lane) => history.entries().some((entry) => entry.name.startsWith(`${lane}-${round}-`)))
      await until(isWorking)
      // Anywhere in the middle of the work, at another place each time.
      await new Promise((resolve) => setTimeout(resolve, (round * 37) % 200))
      await server.stop('SIGKILL')
      await writers
      server = await startAfterKill(env, readyTimes)
    }
    const present = await readBack(server.url, flowId, history)
    const { faults, ...calls } = await readCalls(server.url, { flowId, said: WORDS.join('') })
    await server.stop()
    const acknowledged = { save: 0, upload: 0, question: 0 }
    for (const { kind, answer } of history.entries()) if (answer === 'acknowledged') acknowledged[kind] += 1
    return {
      faults: [...historyFaults(history.entries(), present), ...faults],
      acknowledged,
      calls,
      readyTimes,
    }
  } finally {
    await vendor.close()
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000
  while (!isTrue()) {
    if (Date.now() > deadline) throw new Error('Nothing was acknowledged within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

interface Round {
  flowId: string
  round: number
  history: WriteHistory
}

async function writeUntilGone(url: string, { flowId, round, history }: Round): Promise<void> {
  const repeat = async (kind: HistoryEntry['kind'], lane: number, write: (name: string) => Promise<boolean>) => {
    for (let n = 0; ; n += 1) {
      const name = `${kind}-${round}-${lane}-${n}`
      try {
        history.record({ kind, name, answer: (await write(name)) ? 'acknowledged' : 'refused' })
      } catch {
        history.record({ kind, name, answer: 'unknown' })
        return
      }
    }
  }
  await Promise.all([
    repeat('save', 0, (name) => post(`${url}/api/v1/chatflows`, { name, flowData: emptyFlow })),
    repeat('save', 1, (name) => post(`${url}/api/v1/chatflows`, { name, flowData: emptyFlow })),
    repeat('save', 2, (name) => post(`${url}/api/v1/tools`, { name, description: 'x' })),
    repeat('upload', 0, async (name) => {
      const form = new FormData()
      form.append('file', new Blob([`text of ${name}`], { type: 'text/plain' }), `${name}.txt`)
      const answer = await fetch(`${url}/api/v1/files`, { method: 'POST', body: form })
      const { id } = (await answer.json()) as { id?: string }
      if (id) uploads.set(name, id)
      return answer.ok
    }),
    repeat('question', 0, (name) => askStreamed(url, flowId, name)),
    repeat('question', 1, (name) =>
      post(`${url}/api/v1/prediction/${flowId}`, { question: name + MORE, chatId: 'a-long-chat' }),
    ),
  ])
}

/** Loads one database over another again and again, killed in the middle: it is always one of them, whole. */
export async function importRounds(
  folder: string,
  rounds: number,
): Promise<Pick<CrashReport, 'faults' | 'readyTimes'>> {
  const faults: string[] = []
  const readyTimes: number[] = []
  const env = { DATA_DIR: join(folder, 'import'), LOG_LEVEL: 'silent' }
  const flows = (generation: number) =>
    Array.from({ length: 400 }, (_, i) => ({ id: `${generation}-${i}`, name: `${generation}`, flowData: emptyFlow }))
  let acknowledged = -1
  for (let round = 0; round < rounds; round += 1) {
    const server = await spawnServer(env)
    const sending = (async () => {
      for (let generation = round * 1000; ; generation += 1) {
        const file = { chatmessages: [], chatflows: flows(generation), apikeys: [] }
        if (await post(`${server.url}/api/v1/database/load`, file)) acknowledged = generation
      }
    })().catch(() => undefined)
    const before = acknowledged
    await until(() => acknowledged > before)
    await new Promise((resolve) => setTimeout(resolve, (round * 37) % 200))
    await server.stop('SIGKILL')
    await sending
    const again = await startAfterKill(env, readyTimes)
    const kept = (await (await fetch(`${again.url}/api/v1/chatflows`)).json()) as { name: string }[]
    const generations = [...new Set(kept.map(({ name }) => Number(name)))]
    const isWhole = generations.length === 1 && kept.length === 400 && (generations[0] ?? -1) >= acknowledged
    if (!isWhole)
      faults.push(`round ${round}: ${kept.length} flows of ${generations.join(', ')}; ${acknowledged} was acknowledged`)
    acknowledged = Math.max(...generations)
    await again.stop()
  }
  return { faults, readyTimes }
}

/** The file ids of this process's uploads, by name. */
const uploads = new Map<string, string>()

async function post(url: string, body: object): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // An answer cut off half-way is no acknowledgement.
  await answer.text()
  return answer.ok
}

async function askStreamed(url: string, flowId: string, question: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/prediction/${flowId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ question, streaming: true }),
  })
  const text = await answer.text()
  if (!text.includes('"event":"end"')) throw new Error('The stream was cut')
  return answer.ok
}

async function readBack(url: string, flowId: string, history: WriteHistory): Promise<string[]> {
  const read = async <Item>(path: string): Promise<Item[]> =>
    (await (await fetch(`${url}/api/v1${path}`)).json()) as Item[]
  const flows = await read<{ name: string }>('/chatflows')
  const tools = await read<{ name: string }>('/tools')
  const messages = await read<{ role: string; content: string; status: string; runId: string }>(
    `/chatmessage/${flowId}`,
  )
  const answered = new Set(
    messages.flatMap(({ role, status, runId }) => (role === 'apiMessage' && status === 'done' ? [runId] : [])),
  )
  const questions = messages.filter(({ role, runId }) => role === 'userMessage' && answered.has(runId))
  const files: string[] = []
  for (const { kind, name } of history.entries()) {
    const id = kind === 'upload' ? uploads.get(name) : undefined
    if (id === undefined) continue
    const answer = await fetch(`${url}/api/v1/files/${id}`)
    if (answer.ok && (await answer.text()) === `text of ${name}`) files.push(name)
  }
  return [
    ...flows.map(({ name }) => name),
    ...tools.map(({ name }) => name),
    ...questions.map(({ content }) => content.replace(MORE, '')),
    ...files,
  ]
}

/** Stores a flow that asks the vendor, over HTTP alone. */
export function drawFlow(url: string, vendorUrl: string, columns: object = {}): Promise<string> {
  const draw = (catalogue: readonly NodeDescription[], credentialId: string) =>
    drawConversation(catalogue, { vendorUrl }, credentialId)
  return storeFlow(url, { name: 'Conversation', draw, columns })
}
