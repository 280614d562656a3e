// How long somebody waits from `chatwright start` to the first streamed word about a document of their own, with an
// empty data folder and no network: what the first door of the first page does.
import { documentFlow } from './lib/document-flow.ts'
import { report, summarise } from './lib/figures.ts'
import { startProduct } from './lib/product.ts'
import { call, storeFlow } from './lib/store-flow.ts'

const ROUNDS = 5
const QUESTION = JSON.stringify({ question: 'How warm may the greenhouse get?', streaming: true })

const whole: number[] = []
const loading: number[] = []
const first: number[] = []
const later: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const startedAt = performance.now()
  const product = await startProduct()
  const beforeLoading = performance.now()
  const flowId = await storeFlow(product.url, await documentFlow(product.url))
  await call(product.url, 'POST', `/vector/internal-upsert/${flowId}`, {})
  loading.push(performance.now() - beforeLoading)
  const target = { url: `${product.url}/api/v1/internal-prediction/${flowId}`, body: QUESTION }
  const beforeAsking = performance.now() - startedAt
  const { firstTokenMs, text } = await askStreaming(target)
  // Words arrive in pieces of their own; a number is one of them.
  if (!text.includes('27')) throw new Error(`Not an answer from the document: ${text.slice(0, 300)}`)
  whole.push(beforeAsking + firstTokenMs)
  first.push(firstTokenMs)
  later.push((await askStreaming(target)).firstTokenMs)
  await product.stop()
}

async function askStreaming({ url, body }: { url: string; body: string }) {
  const askedAt = performance.now()
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  let firstTokenMs: number | undefined
  let text = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece
    if (text.includes('"event":"token"')) firstTokenMs ??= performance.now() - askedAt
  }
  if (firstTokenMs === undefined) throw new Error(`No word came: ${text.slice(0, 300)}`)
  return { firstTokenMs, text }
}

const figure = (name: string, values: number[], cap?: number) => {
  const { median, low, high } = summarise(values)
  return {
    name,
    value: median,
    unit: 'ms',
    ...(cap !== undefined && { cap }),
    noise: `${low.toFixed(0)}–${high.toFixed(0)}`,
  }
}
report([
  figure('From start to the first word about a document', whole, 10_000),
  figure('  of which: storing the file, the flow and its passages', loading),
  figure('  of which: question to first word', first),
  figure('Question to first word, from then on', later),
])
