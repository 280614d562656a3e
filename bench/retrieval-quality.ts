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

for (const [name, file] of [
  ['Handbooks', 'retrieval-quality.json'],
  ['Many subjects, no titles', 'retrieval-independent.json'],
]) {
  console.log(`\n${name}`)
  await measure(JSON.parse(readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8')) as QualitySet)
}

async function measure(set: QualitySet): Promise<void> {
  const store = await build<VectorStore>('memoryVectorStore', { document: [documents(set)], embeddings, topK: 4 })
  const loadStart = performance.now()
  await store.search('warm up', aRun())
  const loadMs = performance.now() - loadStart

  let first = 0
  let amongFour = 0
  let quotedFirst = 0
  const searchTimes: number[] = []
  for (const { question, passage } of set.questions) {
    const start = performance.now()
    const found = await store.search(question, aRun())
    searchTimes.push(performance.now() - start)
    if (found[0]?.metadata.id === passage) first += 1
    if (found.some((document) => document.metadata.id === passage)) amongFour += 1
    if ((await quotedFor(question, store))[0] === passage) quotedFirst += 1
  }
  const isAnswered = async (question: string): Promise<boolean> => (await quotedFor(question, store)).length > 0
  const falseFar = await count(set.unanswerable, isAnswered)
  const falseNear = await count(set.unanswerableNear, isAnswered)

  const asked = set.questions.length
  const unanswerable = set.unanswerable.length + set.unanswerableNear.length
  report([
    { name: 'Passages', value: set.passages.length, unit: '' },
    { name: 'Paraphrased questions', value: asked, unit: '' },
    { name: 'Right passage not found first', value: percent(asked - first, asked), unit: '%', cap: 5 },
    { name: 'Right passage not among the first four', value: percent(asked - amongFour, asked), unit: '%' },
    { name: 'Right passage not quoted first', value: percent(asked - quotedFirst, asked), unit: '%' },
    { name: 'Unanswerable questions answered', value: percent(falseFar + falseNear, unanswerable), unit: '%', cap: 10 },
    { name: 'of those about the world at large', value: percent(falseFar, set.unanswerable.length), unit: '%' },
    { name: 'of those close to the passages', value: percent(falseNear, set.unanswerableNear.length), unit: '%' },
    { name: 'Loading the passages', value: loadMs, unit: 'ms' },
    { name: 'Search, median', value: searchTimes.sort((a, b) => a - b)[asked >> 1] ?? 0, unit: 'ms' },
  ])
}

/** The ids of the passages the answerer quotes. */
async function quotedFor(question: string, store: VectorStore): Promise<string[]> {
  const context = await store.search(question, aRun())
  let text = ''
  for await (const event of answerer.stream({ messages: [{ role: 'user', content: question }], context }, aRun())) {
    if (event.type === 'text') text += event.text
  }
  return [...text.matchAll(/^> — (.+)$/gm)].flatMap((match) => match[1] ?? [])
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

async function count(questions: readonly string[], holds: (question: string) => Promise<boolean>): Promise<number> {
  let sum = 0
  for (const question of questions) if (await holds(question)) sum += 1
  return sum
}

function percent(part: number, whole: number): number {
  return (100 * part) / whole
}
