// How long the product takes to open a database of the first release with 200,000 messages, and whether it then shows them.
import { createJiti } from 'jiti'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from './lib/figures.ts'
import { cpuMs, startProduct } from './lib/product.ts'
import { startServices } from './lib/throwaway-services.ts'

const MESSAGES = 200_000
const OPEN_CAP_MS = 3000

interface Written {
  flowId: string
  chatId: string
  runId: string
}
type Place = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

// The tests' own sources: they are no part of the product, so nothing compiles them.
const { writeManyMessages } = await createJiti(import.meta.url).import<{
  writeManyMessages(place: Place, messages: number): Promise<Written>
}>('../../packages/server/testing/many-messages.ts')

async function measure(name: string, place: Place, env: Record<string, string>): Promise<void> {
  const { flowId, chatId, runId } = await writeManyMessages(place, MESSAGES)
  if (place.kind === 'sqlite')
    console.log(`${name}: a file of ${(statSync(place.file).size / 1024 ** 2).toFixed(0)} MB`)
  const product = await startProduct(env)
  const openMs = product.bootMs
  const openCpu = cpuMs(product.process.pid ?? 0)
  const asked = performance.now()
  const messages = await read<{ content: string }[]>(`${product.url}/api/v1/chatmessage/${flowId}?chatId=${chatId}`)
  const shownMs = performance.now() - asked
  const run = await read<{ events: { type: string }[] }>(`${product.url}/api/v1/runs/${runId}`)
  if (messages.length === 0 || !run.events.some(({ type }) => type === 'node-end')) {
    throw new Error(`${name}: an old conversation or its trace is not shown`)
  }
  // Nothing of it is moved while somebody waits for the start; a second start finds the schema as it should be.
  await product.stop()
  const again = await startProduct(env)
  report([
    { name: `${name}: opened, from spawn to ready`, value: openMs, unit: 'ms', cap: OPEN_CAP_MS },
    { name: `${name}: the same in processor time of the product`, value: openCpu, unit: 'ms' },
    { name: `${name}: an old conversation shown after`, value: shownMs, unit: 'ms' },
    { name: `${name}: the next start`, value: again.bootMs, unit: 'ms' },
    {
      name: `${name}: the same in processor time of the product`,
      value: cpuMs(again.process.pid ?? 0),
      unit: 'ms',
    },
  ])
  await again.stop()
}

async function read<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

console.log(`load ${loadavg()[0]?.toFixed(1)}`)
const folder = mkdtempSync(join(tmpdir(), 'chatwright-bench-'))
const file = join(folder, 'chatwright.sqlite')
await measure('SQLite', { kind: 'sqlite', file }, { DATA_DIR: folder })
rmSync(folder, { recursive: true, force: true })

const services = await startServices()
if (services) {
  const empty = mkdtempSync(join(tmpdir(), 'chatwright-bench-'))
  const { url } = services.postgres
  await measure('PostgreSQL', { kind: 'postgres', url }, { DATA_DIR: empty, DATABASE_URL: url })
  rmSync(empty, { recursive: true, force: true })
  await services.postgres.stop()
  await services.redis.stop()
} else console.log('PostgreSQL skipped: install it and Redis first; npm test does so on Debian.')
