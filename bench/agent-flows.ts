// What an agent flow of ten steps costs with a model that answers at once, and what ten thousand runs cost that wait for a person.
import type { NodeDescription } from '@chatwright/core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { report, summarise } from './lib/figures.ts'
import { freePort } from './lib/free-port.ts'
import { probeHeap } from './lib/heap.ts'
import { instantModelFolder } from './lib/instant-model.ts'
import { runMany } from './lib/load.ts'
import { cpuMs, startProduct } from './lib/product.ts'
import { stepFlow, storeStepFlow } from './lib/step-flow.ts'
import { call } from './lib/store-flow.ts'

const STEPS = 10
const REQUESTS = 200
const ROUNDS = 7
const WARM_UP_ROUNDS = 3
const AT_ONCE = 10
const WAITING = 10_000
const BOOTS = 5
/** For so long a reader may come back for the rest of an answer. */
const FORGOTTEN_MS = 35_000

const speak = { name: 'llmAgentflow', inputs: { llmModel: 'instantModel', llmEnableMemory: true } }
const ask = {
  name: 'humanInputAgentflow',
  inputs: { humanInputDescriptionType: 'fixed', humanInputDescription: 'Go on?' },
}
const reply = { name: 'directReplyAgentflow', inputs: { directReplyMessage: 'Done' } }

await measureSteps()
await measureWaiting()

async function measureSteps(): Promise<void> {
  const folder = instantModelFolder()
  const product = await startProduct({ EXTRA_NODES: folder })
  const nodes = await call<NodeDescription[]>(product.url, 'GET', '/nodes')
  const steps = [...Array.from({ length: STEPS - 1 }, () => speak), reply]
  const flowId = await storeStepFlow(product.url, 'Ten steps', stepFlow(nodes, steps))
  const pid = product.process.pid ?? 0
  const costs: number[] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const before = cpuMs(pid)
    await runMany(REQUESTS, AT_ONCE, async () => {
      const { text } = await call<{ text: string }>(product.url, 'POST', `/prediction/${flowId}`, { question: 'Hello' })
      if (!text.includes('Done')) throw new Error(`Not a whole answer: ${text}`)
    })
    if (round >= 0) costs.push((cpuMs(pid) - before) / REQUESTS)
  }
  const cost = summarise(costs)
  report([
    {
      name: 'CPU of an agent flow of ten steps',
      value: cost.median,
      unit: 'ms',
      cap: 8,
      noise: `${cost.low.toFixed(2)}–${cost.high.toFixed(2)}`,
    },
  ])
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureWaiting(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'chatwright-waiting-'))
  const port = await freePort()
  const env = { DATA_DIR: dataDir, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
  const product = await startProduct(env)
  const nodes = await call<NodeDescription[]>(product.url, 'GET', '/nodes')
  const flowId = await storeStepFlow(product.url, 'Asks', stepFlow(nodes, [ask, reply]))
  const begin = (count: number) =>
    runMany(count, AT_ONCE, () => call(product.url, 'POST', `/prediction/${flowId}`, { question: 'Hello' }))
  const heap = await probeHeap(`http://127.0.0.1:${port}`)
  // What is loaded and compiled on the way is there before anything waits in numbers.
  await begin(500)
  await sleep(FORGOTTEN_MS)
  const before = await heap.liveMb()
  await begin(WAITING)
  await sleep(FORGOTTEN_MS)
  const after = await heap.liveMb()
  heap.close()
  await product.stop()
  const emptyDir = mkdtempSync(join(tmpdir(), 'chatwright-empty-'))
  const boots: { waiting: number[]; empty: number[] } = { waiting: [], empty: [] }
  for (let boot = 0; boot <= BOOTS; boot += 1) {
    for (const [kind, folder] of [
      ['waiting', dataDir],
      ['empty', emptyDir],
    ] as const) {
      const started = await startProduct({ DATA_DIR: folder })
      // The first makes what is made once.
      if (boot > 0) boots[kind].push(started.bootMs)
      await started.stop()
    }
  }
  const [waiting, empty] = [summarise(boots.waiting), summarise(boots.empty)]
  report([
    {
      name: 'Live memory added by 10,000 runs that wait',
      value: after - before,
      unit: 'MB',
      cap: 5,
      noise: `${before.toFixed(1)} → ${after.toFixed(1)}`,
    },
    { name: 'Spawn to ready, nothing stored', value: empty.median, unit: 'ms' },
    {
      name: 'Spawn to ready with 10,500 runs that wait',
      value: waiting.median,
      unit: 'ms',
      cap: empty.high * 1.1,
      noise: `${waiting.low.toFixed(0)}–${waiting.high.toFixed(0)}`,
    },
  ])
  for (const folder of [dataDir, emptyDir]) rmSync(folder, { recursive: true, force: true })
}
