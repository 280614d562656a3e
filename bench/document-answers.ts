// What an answer from 2,000 passages costs us: how much later its first word comes than from model and embeddings asked directly, and
// processor time, which a busy machine does not stretch as much.
// And how long the list of all nodes takes.
import { startChild } from './lib/child.ts'
import { report, summarise, type Figure } from './lib/figures.ts'
import { ask, runMany, type Target } from './lib/load.ts'
import { cpuMs, startProduct } from './lib/product.ts'
import { call, storeFlow } from './lib/store-flow.ts'

const PASSAGES = 2000
const QUESTIONS = 150
const WARM_UP = 20
/** As many numbers as the built-in embeddings give, and as many as OpenAI's small model. */
const SIZES = [{ dimensions: 384, promise: { cap: 5 } }, { dimensions: 1536 }]
const QUESTION = 'When do the windows of the greenhouse open?'

const model = await startChild('model-endpoint')
const product = await startProduct()
try {
  const figures: Figure[] = []
  const firstWordMs = await median({ url: `${model.url}/v1/chat/completions`, body: '{}' }, 'first')
  for (const { dimensions, promise } of SIZES) {
    const body = JSON.stringify({ input: [QUESTION], dimensions })
    const vendorsMs = (await median({ url: `${model.url}/v1/embeddings`, body }, 'whole')) + firstWordMs
    for (const store of ['builtInVectorStore', 'memoryVectorStore']) {
      const target = await documentChat(store, dimensions)
      const before = cpuMs(product.process.pid ?? 0)
      const ours = (await median(target, 'first')) - vendorsMs
      const cpu = (cpuMs(product.process.pid ?? 0) - before) / (WARM_UP + QUESTIONS)
      const what = `${store}, ${PASSAGES} of ${dimensions} numbers`
      figures.push({ name: `First word later, ${what}`, value: ours, unit: 'ms', ...promise })
      figures.push({ name: `CPU per answer, ${what}`, value: cpu, unit: 'ms' })
    }
  }
  figures.push({ name: 'GET /api/v1/nodes', value: await listMs(), unit: 'ms', cap: 20 })
  report(figures)
} finally {
  await product.stop()
  model.stop()
}

async function median(target: Target, until: 'first' | 'whole'): Promise<number> {
  const times: number[] = []
  const once = async (): Promise<void> => {
    const startedAt = performance.now()
    const { firstTokenMs, status, text } = await ask(target)
    if (status !== 200 || text.includes('event":"error')) throw new Error(`${target.url}: ${status} ${text}`)
    times.push(until === 'first' ? firstTokenMs : performance.now() - startedAt)
  }
  // The first ones load code and fill caches.
  await runMany(WARM_UP, 1, once)
  times.length = 0
  await runMany(QUESTIONS, 1, once)
  return summarise(times).median
}

async function documentChat(store: string, dimensions: number): Promise<Target> {
  const { id } = await call<{ id: string }>(product.url, 'POST', '/credentials', {
    name: 'Local',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-local' },
  })
  const basepath = `${model.url}/v1`
  const flowId = await storeFlow(product.url, {
    name: `${store} ${dimensions}`,
    nodes: {
      characterTextSplitter: { chunkSize: 60, chunkOverlap: 0, separator: '\n' },
      plainText: { text: passages() },
      openAIEmbeddings: { basepath, dimensions },
      [store]: {},
      chatOpenAI: { basepath },
      conversationalRetrievalQAChain: {},
    },
    links: [
      { from: 'characterTextSplitter', to: 'plainText', input: 'textSplitter' },
      { from: 'plainText', to: store, input: 'document' },
      { from: 'openAIEmbeddings', to: store, input: 'embeddings' },
      { from: store, to: 'conversationalRetrievalQAChain', input: 'vectorStoreRetriever' },
      { from: 'chatOpenAI', to: 'conversationalRetrievalQAChain', input: 'model' },
    ],
    credentials: { chatOpenAI: id, openAIEmbeddings: id },
  })
  if (store !== 'memoryVectorStore') {
    const { numAdded } = await call<{ numAdded: number }>(product.url, 'POST', `/vector/internal-upsert/${flowId}`, {})
    if (numAdded !== PASSAGES) throw new Error(`${numAdded} passages were loaded instead of ${PASSAGES}`)
  }
  return {
    url: `${product.url}/api/v1/prediction/${flowId}`,
    body: JSON.stringify({ question: QUESTION, streaming: true }),
  }
}

function passages(): string {
  const lines = Array.from(
    { length: PASSAGES },
    (_, index) => `Window ${index} opens by itself at ${index % 40} degrees inside.`,
  )
  return lines.join('\n')
}

async function listMs(): Promise<number> {
  const times: number[] = []
  await runMany(60, 1, async () => {
    const startedAt = performance.now()
    await (await fetch(`${product.url}/api/v1/nodes`)).arrayBuffer()
    times.push(performance.now() - startedAt)
  })
  return summarise(times).median
}
