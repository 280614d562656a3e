// What recording costs: the same streamed answer with recording on and off, side by side on one machine. In turns so short that
// whatever else the machine does meets both, and by several products of each kind: no two processes are equally fast.
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { report, summarise } from './lib/figures.ts'
import { ask, runMany, type Target } from './lib/load.ts'
import { cpuMs, startProduct, type Product } from './lib/product.ts'

const PAIRS = 3
const ROUNDS = 24
const REQUESTS = 150
const AT_ONCE = 50
const WARM_UP_REQUESTS = 2400
const SINGLE_REQUESTS = 150

interface Contender {
  product: Product
  target: Target
}

/** Of a recorded answer and of one that is not, one entry for each turn. */
type Both = [recorded: number[], bare: number[]]

const model = await startChild('model-endpoint')
const cpu: Both = [[], []]
const firstWord: Both = [[], []]
const ratios: number[] = []
for (let pair = 0; pair < PAIRS; pair += 1) {
  const contenders = [await start('30'), await start('0')] as const
  for (const { target } of contenders) await runMany(WARM_UP_REQUESTS, AT_ONCE, () => ask(target))
  const used = await inTurns(contenders, ROUNDS, async ({ product, target }) => {
    const before = cpuMs(product.process.pid ?? 0)
    await runMany(REQUESTS, AT_ONCE, () => ask(target))
    return (cpuMs(product.process.pid ?? 0) - before) / REQUESTS
  })
  const waited = await inTurns(contenders, SINGLE_REQUESTS, async ({ target }) => (await ask(target)).firstTokenMs)
  for (const { product } of contenders) await product.stop()
  ratios.push(summarise(compared(used, (recorded, bare) => recorded / bare)).median)
  for (const kind of [0, 1] as const) {
    cpu[kind].push(...used[kind])
    firstWord[kind].push(...waited[kind])
  }
}
model.stop()

const multiple = summarise(compared(cpu, (recorded, bare) => recorded / bare)).median
const [low, high] = [Math.min(...ratios), Math.max(...ratios)]
report([
  figure('CPU per streamed answer, recorded', cpu[0]),
  figure('CPU per streamed answer, not recorded', cpu[1]),
  {
    name: 'CPU as a multiple of the answer that is not recorded',
    value: multiple,
    unit: '×',
    cap: 1.1,
    noise: `${low.toFixed(2)}–${high.toFixed(2)} by product`,
  },
  {
    name: 'Added time to the first word, one client, p50',
    value: summarise(compared(firstWord, (recorded, bare) => recorded - bare)).median,
    unit: 'ms',
    cap: 0.2,
  },
])

async function start(days: string): Promise<Contender> {
  const product = await startProduct({ RECORDING_DAYS: days })
  const flowId = await createConversation(product.url, `${model.url}/v1`)
  const body = JSON.stringify({ question: 'What do you say to this?', streaming: true })
  return { product, target: { url: `${product.url}/api/v1/prediction/${flowId}`, body } }
}

/** There and back: whoever always comes after the same one would pay for what that one left behind. */
async function inTurns(
  [recorded, bare]: readonly [Contender, Contender],
  rounds: number,
  measure: (contender: Contender) => Promise<number>,
): Promise<Both> {
  const both: Both = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) both[0].push(await measure(recorded))
    both[1].push(await measure(bare))
    if (round % 2 === 1) both[0].push(await measure(recorded))
  }
  return both
}

/** Each turn with its neighbour. */
function compared([recorded, bare]: Both, compare: (recorded: number, bare: number) => number): number[] {
  return recorded.map((each, index) => compare(each, bare[index] ?? Number.NaN))
}

function figure(name: string, values: readonly number[]) {
  const { median, low: least, high: most } = summarise(values)
  return { name, value: median, unit: 'ms', noise: `${least.toFixed(2)}–${most.toFixed(2)}` }
}
