// What a streamed answer costs: our prediction beside a bare relay of the same stream, in one run on one machine.
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { report, summarise } from './lib/figures.ts'
import { ask, runMany, type Target } from './lib/load.ts'
import { cpuMs, residentMb, startProduct } from './lib/product.ts'

const ROUNDS = 5
const REQUESTS = 1000
const AT_ONCE = 50
const SINGLE_REQUESTS = 300

const model = await startChild('model-endpoint')
const relay = await startChild('relay', `${model.url}/v1`)
const product = await startProduct()
const productPid = product.process.pid ?? 0
const relayPid = relay.process.pid ?? 0

const predictionOf = (flowId: string): Target => ({
  url: `${product.url}/api/v1/prediction/${flowId}`,
  body: JSON.stringify({ question: 'What do you say to this?', streaming: true }),
})
const ours = predictionOf(await createConversation(product.url, `${model.url}/v1`))
const broken = predictionOf(await createConversation(product.url, `${model.url}/broken`))
const slow = predictionOf(await createConversation(product.url, `${model.url}/slow`))
const bare: Target = { url: relay.url, body: '{}' }

async function measure(target: Target, pid: number) {
  const before = cpuMs(pid)
  const tookMs = await runMany(REQUESTS, AT_ONCE, async () => {
    const { text } = await ask(target)
    if (!text.includes('word31')) throw new Error(`Not a whole answer: ${text.slice(0, 300)}`)
  })
  return { cpu: (cpuMs(pid) - before) / REQUESTS, perSecond: (REQUESTS / tookMs) * 1000 }
}

async function firstTokens(target: Target): Promise<number[]> {
  const times: number[] = []
  await runMany(SINGLE_REQUESTS, 1, async () => times.push((await ask(target)).firstTokenMs))
  return times
}

await measure(bare, relayPid)
await measure(ours, productPid)
const rounds = { bare: [] as number[], ours: [] as number[], rate: [] as number[], bareRate: [] as number[] }
for (let round = 0; round < ROUNDS; round += 1) {
  const relayed = await measure(bare, relayPid)
  const answered = await measure(ours, productPid)
  rounds.bare.push(relayed.cpu)
  rounds.ours.push(answered.cpu)
  rounds.bareRate.push(relayed.perSecond)
  rounds.rate.push(answered.perSecond)
}
const addedMs = summarise(await firstTokens(ours)).median - summarise(await firstTokens(bare)).median

/** Every third is refused by the model, every third loses its reader. */
const mixed = (count: number) =>
  runMany(count, AT_ONCE, (index) => {
    if (index % 3 === 0) return ask(ours)
    return index % 3 === 1 ? ask(broken) : ask(slow, { leavesEarly: true })
  })
const resting = async (): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return residentMb(productPid)
}
await mixed(3000)
const before = await resting()
await mixed(2000)
const after = await resting()

const cpu = { bare: summarise(rounds.bare), ours: summarise(rounds.ours) }
const spread = ({ low, high }: { low: number; high: number }) => `${low.toFixed(2)}–${high.toFixed(2)}`
report([
  { name: 'CPU per streamed answer, bare relay', value: cpu.bare.median, unit: 'ms', noise: spread(cpu.bare) },
  { name: 'CPU per streamed answer, Conversation Chain', value: cpu.ours.median, unit: 'ms', noise: spread(cpu.ours) },
  { name: 'CPU as a multiple of the relay', value: cpu.ours.median / cpu.bare.median, unit: '×', cap: 2 },
  { name: `Answers a second, ${AT_ONCE} at once, bare relay`, value: summarise(rounds.bareRate).median, unit: '/s' },
  { name: `Answers a second, ${AT_ONCE} at once`, value: summarise(rounds.rate).median, unit: '/s' },
  { name: 'Added time to the first token, one client, p50', value: addedMs, unit: 'ms', cap: 5 },
  {
    name: 'Resident memory added by 2,000 with errors and cancels',
    value: after - before,
    unit: 'MB',
    noise: `${before.toFixed(0)} → ${after.toFixed(0)}`,
  },
])

await product.stop()
relay.stop()
model.stop()
