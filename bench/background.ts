// How much later the first word of an answer comes while 500 documents are loaded in the background: rounds without and with a load
// take turns in one run, so the ratio counts more than the figures.
import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from './lib/child.ts'
import { createConversation } from './lib/conversation.ts'
import { report, summarise } from './lib/figures.ts'
import { ask, type Target } from './lib/load.ts'
import { startProduct } from './lib/product.ts'
import { call, storeFlow } from './lib/store-flow.ts'

const DOCUMENTS = 500
const ROUNDS = 5
const QUESTIONS = 150
const WARM_UP = 50

const model = await startChild('model-endpoint')
// Elsewhere, as a provider is: it takes its time, not ours.
const embedder = await startChild('model-endpoint')
const product = await startProduct()
try {
  const { id: credential } = await call<{ id: string }>(product.url, 'POST', '/credentials', {
    name: 'Local',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: 'sk-local' },
  })
  const flowId = await createConversation(product.url, `${model.url}/v1`)
  const target: Target = {
    url: `${product.url}/api/v1/prediction/${flowId}`,
    body: JSON.stringify({ question: 'Hi', streaming: true }),
  }
  const knowledge = await documents(credential)
  await firstWords(target, WARM_UP, () => true)
  const quiet: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await firstWords(target, QUESTIONS, () => true)))
    loaded.push(...(await whileLoading(knowledge, (isLoading) => firstWords(target, Infinity, isLoading))))
  }
  const [alone, beside] = [summarise(quiet).median, summarise(loaded).median]
  report([
    { name: `First word, nothing else (${quiet.length})`, value: alone, unit: 'ms' },
    { name: `First word, while ${DOCUMENTS} documents are loaded (${loaded.length})`, value: beside, unit: 'ms' },
    { name: 'How many times as late', value: beside / alone, unit: '×', cap: 1.2 },
  ])
} finally {
  await product.stop()
  model.stop()
  embedder.stop()
}

/** Asks one question after another; how long each waited for its first word. */
async function firstWords(target: Target, most: number, goOn: () => boolean): Promise<number[]> {
  const times: number[] = []
  while (times.length < most && goOn()) {
    const { firstTokenMs, status } = await ask(target)
    if (status !== 200) throw new Error(`${target.url}: ${status}`)
    times.push(firstTokenMs)
  }
  return times
}

async function whileLoading(flowId: string, work: (isLoading: () => boolean) => Promise<number[]>): Promise<number[]> {
  const { id } = await call<{ id: string }>(
    product.url,
    'POST',
    `/vector/internal-upsert/${flowId}?background=true`,
    {},
  )
  let state = 'queued'
  const watching = (async () => {
    while (state === 'queued' || state === 'running') {
      await pause(100)
      state = (await call<{ state: string }>(product.url, 'GET', `/jobs/${id}`)).state
    }
  })()
  const times = await work(() => state === 'queued' || state === 'running')
  await watching
  if (state !== 'done') throw new Error(`The load ended as ${state}`)
  return times
}

function documents(credential: string): Promise<string> {
  const text = Array.from(
    { length: DOCUMENTS },
    (_, index) => `Rule ${index}. ${'The greenhouse is opened, aired and closed by hand. '.repeat(12)}`,
  ).join('\n')
  return storeFlow(product.url, {
    name: 'Documents',
    nodes: {
      characterTextSplitter: { chunkSize: 800, chunkOverlap: 0, separator: '\n' },
      plainText: { text },
      openAIEmbeddings: { basepath: `${embedder.url}/paced/v1` },
      builtInVectorStore: {},
      chatOpenAI: { basepath: `${model.url}/v1` },
      conversationalRetrievalQAChain: {},
    },
    links: [
      { from: 'characterTextSplitter', to: 'plainText', input: 'textSplitter' },
      { from: 'plainText', to: 'builtInVectorStore', input: 'document' },
      { from: 'openAIEmbeddings', to: 'builtInVectorStore', input: 'embeddings' },
      { from: 'builtInVectorStore', to: 'conversationalRetrievalQAChain', input: 'vectorStoreRetriever' },
      { from: 'chatOpenAI', to: 'conversationalRetrievalQAChain', input: 'model' },
    ],
    credentials: { chatOpenAI: credential, openAIEmbeddings: credential },
  })
}
