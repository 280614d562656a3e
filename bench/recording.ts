// What recording costs: the same streamed answer with recording on and off, side by side in one run on one machine.
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { report, summarise } from './lib/figures.ts'
import { ask, runMany, type Target } from './lib/load.ts'
import { cpuMs, startProduct } from './lib/product.ts'

const ROUNDS = 9
const WARM_UP_ROUNDS = 4
const REQUESTS = 600
const AT_ONCE = 50
const SINGLE_REQUESTS = 200

const model = await startChild('model-endpoint')
const products = [await startProduct({ RECORDING_DAYS: '30' }), await startProduct({ RECORDING_DAYS: '0' })]
const contenders: { target: Target; pid: number; cpu: number[] }[] = []
for (const product of products) {
  const flowId = await createConversation(product.url, `${model.url}/v1`)
  contenders.push({
    target: {
      url: `${product.url}/api/v1/prediction/${flowId}`,
      body: JSON.stringify({ question: 'What do you say to this?', streaming: true }),
    },
    pid: product.process.pid ?? 0,
    cpu: [],
  })
}

for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
  // There and back: whoever always comes after the same one would pay for what that one left behind.
  for (const { target, pid, cpu } of round % 2 === 0 ? contenders : contenders.toReversed()) {
    const before = cpuMs(pid)
    await runMany(REQUESTS, AT_ONCE, async () => {
      await ask(target)
    })
    if (round >= 0) cpu.push((cpuMs(pid) - before) / REQUESTS)
  }
}
const times = contenders.map((): number[] => [])
await runMany(SINGLE_REQUESTS, 1, async () => {
  for (const [index, { target }] of contenders.entries()) times[index]?.push((await ask(target)).firstTokenMs)
})
for (const product of products) await product.stop()

const [recorded, bare] = contenders.map(({ cpu }) => summarise(cpu))
const [recordedMs = 0, bareMs = 0] = times.map((each) => summarise(each).median)
if (!recorded || !bare) throw new Error('Something was not measured')
const spread = ({ low, high }: { low: number; high: number }) => `${low.toFixed(2)}–${high.toFixed(2)}`
report([
  { name: 'CPU per streamed answer, recorded', value: recorded.median, unit: 'ms', noise: spread(recorded) },
  { name: 'CPU per streamed answer, not recorded', value: bare.median, unit: 'ms', noise: spread(bare) },
  {
    name: 'CPU as a multiple of the answer that is not recorded',
    value: recorded.median / bare.median,
    unit: '×',
    cap: 1.1,
  },
  { name: 'Added time to the first word, one client, p50', value: recordedMs - bareMs, unit: 'ms', cap: 0.2 },
])
model.stop()
