// What a streamed answer costs: our prediction beside bare relays of the same stream, in one run on one machine.
// BESIDE=<another checkout, built> measures that one's prediction in the same rounds: the commit before a change to the way of
// every answer, which may cost at most three hundredths more.
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { report, summarise } from './lib/figures.ts'
import { freePort } from './lib/free-port.ts'
import { probeHeap } from './lib/heap.ts'
import { ask, runMany, type Target } from './lib/load.ts'
import { commandIn, cpuMs, startProduct } from './lib/product.ts'

const ROUNDS = 30
/** Until then every process still compiles: the larger the program, the longer. */
const WARM_UP_ROUNDS = 4
const REQUESTS = 400
const AT_ONCE = 50
const SINGLE_REQUESTS = 400

const model = await startChild('model-endpoint')

function predictionOf(serverUrl: string, flowId: string): Target {
  return {
    url: `${serverUrl}/api/v1/prediction/${flowId}`,
    body: JSON.stringify({ question: 'What do you say to this?', streaming: true }),
  }
}

async function measure(target: Target, pid: number) {
  const before = cpuMs(pid)
  const tookMs = await runMany(REQUESTS, AT_ONCE, async () => {
    const { text } = await ask(target)
    if (!text.includes('word31')) throw new Error(`Not a whole answer: ${text.slice(0, 300)}`)
  })
  return { cpu: (cpuMs(pid) - before) / REQUESTS, perSecond: (REQUESTS / tookMs) * 1000 }
}

/** How much later the first token comes than from the other: asked in turn, there and back, so that what disturbs one disturbs both. */
async function firstTokenLater(one: Target, other: Target): Promise<number> {
  const timed = [one, other].map((target) => ({ target, times: [] as number[] }))
  let back = false
  await runMany(SINGLE_REQUESTS, 1, async () => {
    for (const { target, times } of back ? timed.toReversed() : timed) times.push((await ask(target)).firstTokenMs)
    back = !back
  })
  const [ours = 0, others = 0] = timed.map(({ times }) => summarise(times).median)
  return ours - others
}

/** Processor time and speed, all side by side so that a busy machine is busy for all of them. */
async function measureSpeed(): Promise<void> {
  // What recording adds is measured apart, in recording.ts.
  const plain = { RECORDING_DAYS: '0' }
  const product = await startProduct(plain)
  const beside = process.env['BESIDE'] ? await startProduct(plain, commandIn(process.env['BESIDE'])) : undefined
  const relays = [await startChild('relay', `${model.url}/v1`), await startChild('relay', `${model.url}/v1`, 'fetch')]
  const ours = predictionOf(product.url, await createConversation(product.url, `${model.url}/v1`))
  const contenders = [
    ...relays.map((relay) => ({ target: { url: relay.url, body: '{}' }, pid: relay.process.pid ?? 0 })),
    { target: ours, pid: product.process.pid ?? 0 },
    ...(beside
      ? [
          {
            target: predictionOf(beside.url, await createConversation(beside.url, `${model.url}/v1`)),
            pid: beside.process.pid ?? 0,
          },
        ]
      : []),
  ].map((contender) => ({ ...contender, cpu: [] as number[], rate: [] as number[] }))
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // There and back: whoever always comes after the same one would pay for what that one left behind.
    for (const { target, pid, cpu, rate } of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const figures = await measure(target, pid)
      if (round < 0) continue
      cpu.push(figures.cpu)
      rate.push(figures.perSecond)
    }
  }
  const [bare, fetched, answered, other] = contenders.map(({ cpu, rate }) => ({
    cpu: summarise(cpu),
    rate: summarise(rate).median,
  }))
  if (!bare || !fetched || !answered) throw new Error('Something was not measured')
  const [relay, , , besideUs] = contenders
  const afterRelay = relay ? await firstTokenLater(ours, relay.target) : 0
  const afterOther = besideUs ? await firstTokenLater(ours, besideUs.target) : 0
  const spread = ({ low, high }: { low: number; high: number }) => `${low.toFixed(2)}–${high.toFixed(2)}`
  report([
    {
      name: 'CPU per streamed answer, relay over node:http',
      value: bare.cpu.median,
      unit: 'ms',
      noise: spread(bare.cpu),
    },
    {
      name: 'CPU per streamed answer, relay over fetch',
      value: fetched.cpu.median,
      unit: 'ms',
      noise: spread(fetched.cpu),
    },
    {
      name: 'CPU per streamed answer, Conversation Chain',
      value: answered.cpu.median,
      unit: 'ms',
      noise: spread(answered.cpu),
    },
    {
      name: 'CPU as a multiple of the relay over node:http',
      value: answered.cpu.median / bare.cpu.median,
      unit: '×',
      cap: 2,
    },
    { name: 'CPU as a multiple of the relay over fetch', value: answered.cpu.median / fetched.cpu.median, unit: '×' },
    { name: `Answers a second, ${AT_ONCE} at once, relay over node:http`, value: bare.rate, unit: '/s' },
    { name: `Answers a second, ${AT_ONCE} at once`, value: answered.rate, unit: '/s' },
    { name: 'Added time to the first token, one client, p50', value: afterRelay, unit: 'ms', cap: 5 },
    ...(other
      ? [
          {
            name: 'CPU per streamed answer, the other checkout',
            value: other.cpu.median,
            unit: 'ms',
            noise: spread(other.cpu),
          },
          {
            name: 'CPU as a multiple of the other checkout',
            value: answered.cpu.median / other.cpu.median,
            unit: '×',
            cap: 1.03,
          },
          { name: 'The same of the quickest rounds', value: answered.cpu.low / other.cpu.low, unit: '×' },
          { name: 'First token later than the other checkout, p50', value: afterOther, unit: 'ms' },
        ]
      : []),
  ])
  await product.stop()
  await beside?.stop()
  for (const relay of relays) relay.stop()
}

/** Every third is answered, every third refused by the model, every third loses its reader. */
async function measureMemory(): Promise<void> {
  const port = await freePort()
  const product = await startProduct({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })
  const heap = await probeHeap(`http://127.0.0.1:${port}`)
  const flowAt = async (path: string) =>
    predictionOf(product.url, await createConversation(product.url, `${model.url}/${path}`))
  const [ours, broken, slow] = [await flowAt('v1'), await flowAt('broken'), await flowAt('slow')]
  const mixed = async (count: number): Promise<number> => {
    await runMany(count, AT_ONCE, (index) => {
      if (index % 3 === 0) return ask(ours)
      return index % 3 === 1 ? ask(broken) : ask(slow, { leavesEarly: true })
    })
    // Runs whose reader left end a moment later.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    return heap.liveMb()
  }
  const before = await mixed(1500)
  const after = await mixed(2000)
  report([
    {
      name: 'Live memory added by 2,000 with errors and cancels',
      value: after - before,
      unit: 'MB',
      cap: 2,
      noise: `${before.toFixed(1)} → ${after.toFixed(1)}`,
    },
  ])
  heap.close()
  await product.stop()
}

await measureSpeed()
await measureMemory()
model.stop()
