// What a save costs that replays 200 recorded answers: processor time of the whole server, and how long a ping waits meanwhile.
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { report, summarise } from './lib/figures.ts'
import { ask, runMany } from './lib/load.ts'
import { cpuMs, startProduct } from './lib/product.ts'
import { call } from './lib/store-flow.ts'

const ANSWERS = 200
const TURNS = 5
const ROUNDS = 5

interface DryReplay {
  state: string
  version: number | null
  total: number
  same: number
}

const model = await startChild('model-endpoint')
const product = await startProduct()
const pid = product.process.pid ?? 0
const flowId = await createConversation(product.url, `${model.url}/v1`)
for (let turn = 0; turn < TURNS; turn += 1) {
  let chat = 0
  await runMany(ANSWERS / TURNS, 10, async () => {
    const question = `What do you say to this, for the ${turn}. time?`
    const body = JSON.stringify({ question, streaming: true, chatId: `chat-${(chat += 1)}` })
    await ask({ url: `${product.url}/api/v1/prediction/${flowId}`, body })
  })
}

const cpu: number[] = []
const pings: number[] = []
const took: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const flow = await call<{ flowData: string }>(product.url, 'GET', `/chatflows/${flowId}`)
  const drawn = JSON.parse(flow.flowData) as { nodes: { data: { label: string } }[] }
  for (const { data } of drawn.nodes) data.label = `${data.label.split(' of ')[0]} of ${round}`
  const before = cpuMs(pid)
  const startedAt = performance.now()
  const { version } = await call<{ version: number }>(product.url, 'PUT', `/chatflows/${flowId}`, {
    flowData: JSON.stringify(drawn),
  })
  for (let told: DryReplay | undefined; told?.state !== 'done' || told.version !== version;) {
    const asked = performance.now()
    await (await fetch(`${product.url}/api/v1/ping`)).text()
    pings.push(performance.now() - asked)
    told = await call<DryReplay>(product.url, 'GET', `/chatflows/${flowId}/dry-replay`)
    if (told.state === 'failed') throw new Error('The replay failed')
    if (told.state === 'done' && told.version === version && told.same !== ANSWERS) {
      throw new Error(`Only ${told.same} of ${told.total} were proved unchanged`)
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  took.push(performance.now() - startedAt)
  cpu.push(cpuMs(pid) - before)
}
await product.stop()

const spread = ({ low, high }: { low: number; high: number }) => `${low.toFixed(0)}–${high.toFixed(0)}`
report([
  {
    name: 'CPU of a save that replays 200 answers',
    value: summarise(cpu).median,
    unit: 'ms',
    cap: 2000,
    noise: spread(summarise(cpu)),
  },
  { name: 'Until it is told', value: summarise(took).median, unit: 'ms', noise: spread(summarise(took)) },
  { name: 'Longest ping meanwhile', value: summarise(pings).high, unit: 'ms', cap: 100 },
])
model.stop()
