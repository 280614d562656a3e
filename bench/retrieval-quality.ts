// How well the built-in embeddings and the built-in answerer find what a question asks for, with no key and no model.
// Two sets of paraphrased questions, with questions that the passages do not answer: some about the world at large, some
// close to what they cover. The first set is of four handbooks with titles, and was at hand when the answerer was made.
// The second is of passages on many subjects, without titles; nothing was ever fitted to it.
import { readFileSync } from 'node:fs'
import type { ChatModel, Documents, Embeddings, NodeContext, Run, VectorStore } from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { report } from './lib/figures.ts'

interface QualitySet {
  passages: { id: string; title?: string; text: string }[]
  questions: { question: string; passage: string }[]
  unanswerable: string[]
  unanswerableNear: string[]
}

const catalogue = await loadCatalogue()
const embeddings = await build<Embeddings>('builtInEmbeddings', {})
const answerer = await build<ChatModel>('builtInAnswerer', { floor: 0.3 })

console.log('\nHandbooks')
await measure('retrieval-quality.json', { notFirst: 5 })
console.log('\nMany subjects, no titles')
await measure('retrieval-independent.json', {})

async function measure(file: string, caps: { notFirst?: number }): Promise<void> {
  const set = JSON.parse(readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8')) as QualitySet
  const store = await build<VectorStore>('memoryVectorStore', { document: [documents(set)], embeddings, topK: 4 })
  const loadStart = performance.now()
  await store.search('warm up', aRun())
  const loadMs = performance.now() - loadStart

  const asked = set.questions.length
  const missed = { first: 0, amongFour: 0, quoted: 0, outright: 0 }
  const searchTimes: number[] = []
  for (const { question, passage } of set.questions) {
    const start = performance.now()
    const found = await store.search(question, aRun())
    searchTimes.push(performance.now() - start)
    if (found[0]?.metadata.id !== passage) missed.first += 1
    if (found.every((document) => document.metadata.id !== passage)) missed.amongFour += 1
    const { quoted, isOutright } = await answer(question, store)
    if (quoted[0] !== passage) missed.quoted += 1
    if (quoted[0] !== passage && isOutright) missed.outright += 1
  }
  const far = await countAnswered(set.unanswerable, store)
  const near = await countAnswered(set.unanswerableNear, store)
  const unanswerable = set.unanswerable.length + set.unanswerableNear.length
  report([
    { name: 'Passages', value: set.passages.length, unit: '' },
    { name: 'Paraphrased questions', value: asked, unit: '' },
    {
      name: 'Right passage not found first',
      value: percent(missed.first, asked),
      unit: '%',
      ...(caps.notFirst !== undefined && { cap: caps.notFirst }),
    },
    { name: 'Right passage not among the first four', value: percent(missed.amongFour, asked), unit: '%', cap: 5 },
    { name: 'Right passage not quoted first', value: percent(missed.quoted, asked), unit: '%' },
    { name: 'A wrong one quoted without a caveat', value: percent(missed.outright, asked), unit: '%', cap: 5 },
    { name: 'Unanswerable questions', value: unanswerable, unit: '' },
    {
      name: 'answered without a caveat',
      value: percent(far.outright + near.outright, unanswerable),
      unit: '%',
      cap: 10,
    },
    { name: 'about the world at large, anything quoted', value: percent(far.any, set.unanswerable.length), unit: '%' },
    {
      name: 'close to the passages, anything quoted',
      value: percent(near.any, set.unanswerableNear.length),
      unit: '%',
    },
    { name: 'Loading the passages', value: loadMs, unit: 'ms' },
    { name: 'Search, median', value: searchTimes.sort((a, b) => a - b)[asked >> 1] ?? 0, unit: 'ms' },
  ])
}

/** Which passages the answerer quotes, and whether it gives them as the answer. */
async function answer(question: string, store: VectorStore): Promise<{ quoted: string[]; isOutright: boolean }> {
  const context = await store.search(question, aRun())
  let text = ''
  for await (const event of answerer.stream({ messages: [{ role: 'user', content: question }], context }, aRun())) {
    if (event.type === 'text') text += event.text
  }
  const quoted = [...text.matchAll(/^> — (.+)$/gm)].flatMap((match) => match[1] ?? [])
  return { quoted, isOutright: quoted.length > 0 && !text.startsWith('I am not sure') }
}

async function countAnswered(
  questions: readonly string[],
  store: VectorStore,
): Promise<{ any: number; outright: number }> {
  const sums = { any: 0, outright: 0 }
  for (const question of questions) {
    const { quoted, isOutright } = await answer(question, store)
    if (quoted.length > 0) sums.any += 1
    if (isOutright) sums.outright += 1
  }
  return sums
}

function documents({ passages }: QualitySet): Documents {
  return {
    kind: 'documents',
    load: async () =>
      passages.map(({ id, title, text }) => ({
        pageContent: title === undefined ? text : `${title}\n${text}`,
        metadata: { id, source: id },
      })),
  }
}

async function build<Value>(name: string, inputs: Record<string, unknown>): Promise<Value> {
  const definition = await catalogue.loadNode(name)
  const output = Object.keys(definition.outputs ?? {}).at(-1) ?? name
  const node = { id: `${name}_0`, name, label: definition.label }
  // These nodes keep everything in memory and use no effect of the server.
  const context = { now: Date.now } as NodeContext
  return (await definition.build({ inputs, output, credential: {}, node, request: undefined, context })) as Value
}

function aRun(): Run {
  return {
    id: 'bench',
    session: { flowId: 'bench', chatId: 'bench', sessionId: 'bench', origin: 'internal' },
    question: '',
    attachments: [],
    history: [],
    state: new Map(),
    signal: new AbortController().signal,
    emit: () => {},
    now: Date.now,
  }
}

function percent(part: number, whole: number): number {
  return (100 * part) / whole
}
