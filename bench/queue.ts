// What it costs to answer in workers instead of in the web process, and what a second worker brings.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { createDocumentChat } from './lib/document-chat.ts'
import { report, summarise } from './lib/figures.ts'
import { ask, runMany, type Target } from './lib/load.ts'
import { cpuMs, startProduct, startWorker } from './lib/product.ts'
import { startServices } from './lib/throwaway-services.ts'

const services = await startServices()
if (!services) {
  console.log('Skipped: install PostgreSQL and Redis first; npm test does so on Debian.')
  process.exit(0)
}

const REQUESTS = 600
const AT_ONCE = 20
const SINGLE_REQUESTS = 200
const SEARCHES = 120

/** Embedding it keeps a processor busy, as documents and long questions do. */
const LONG_QUESTION = Array.from(
  { length: 12 },
  (_, i) => `In bed ${i} the tomatoes hang low and the air stands still: how warm may the greenhouse get?`,
).join(' ')

const folder = mkdtempSync(join(tmpdir(), 'chatwright-bench-'))
const shared = { DATA_DIR: folder, DATABASE_URL: services.postgres.url }
const queueing = { ...shared, REDIS_URL: services.redis.url }
const model = await startChild('model-endpoint')

const alone = await startProduct(shared)
const flowId = await createConversation(alone.url, `${model.url}/v1`)
const searchId = await createDocumentChat(alone.url)
const inProcess = await measure(target(alone.url, flowId), [alone.process.pid ?? 0])
await alone.stop()

const web = await startProduct(queueing)
const first = await startWorker(queueing)
const queued = await measure(target(web.url, flowId), [web.process.pid ?? 0, first.process.pid ?? 0])
const one = await throughput(target(web.url, searchId, LONG_QUESTION))
const second = await startWorker(queueing)
const two = await throughput(target(web.url, searchId, LONG_QUESTION))

report([
  { name: 'Time to first token in process, p50', value: inProcess.firstToken, unit: 'ms' },
  { name: 'Time to first token through the queue, p50', value: queued.firstToken, unit: 'ms' },
  { name: 'Added by the queue', value: queued.firstToken - inProcess.firstToken, unit: 'ms', cap: 15 },
  { name: 'CPU per streamed answer in process', value: inProcess.cpu, unit: 'ms' },
  { name: 'CPU per streamed answer, web and worker together', value: queued.cpu, unit: 'ms' },
  { name: 'CPU as a multiple of in process', value: queued.cpu / inProcess.cpu, unit: '×', cap: 2 },
  { name: 'Answers a second from documents, one worker', value: one, unit: '/s' },
  { name: 'Answers a second from documents, two workers', value: two, unit: '/s' },
  { name: 'One worker as a share of two (1.6× is 0.625)', value: one / two, unit: '', cap: 0.625 },
])

await second.stop()
await first.stop()
await web.stop()
model.stop()
await services.redis.stop()
await services.postgres.stop()
rmSync(folder, { recursive: true, force: true })

function target(url: string, id: string, question = 'How warm may the greenhouse get?'): Target {
  return { url: `${url}/api/v1/prediction/${id}`, body: JSON.stringify({ question, streaming: true }) }
}

async function measure(asked: Target, pids: readonly number[]): Promise<{ cpu: number; firstToken: number }> {
  await runMany(200, AT_ONCE, () => ask(asked))
  const times: number[] = []
  await runMany(SINGLE_REQUESTS, 1, async () => times.push((await ask(asked)).firstTokenMs))
  const used = (): number => pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
  const before = used()
  await runMany(REQUESTS, AT_ONCE, () => ask(asked))
  return { cpu: (used() - before) / REQUESTS, firstToken: summarise(times).median }
}

async function throughput(asked: Target): Promise<number> {
  await runMany(20, 8, () => ask(asked))
  return (SEARCHES / (await runMany(SEARCHES, 8, () => ask(asked)))) * 1000
}
