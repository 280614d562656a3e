// How well the built-in embeddings and the built-in answerer find what a question asks for, with no key and no model.
// Four sets of paraphrased questions, with questions that nothing answers: some about the world at large, some close to
// what the passages cover. The first set, of handbooks with titles, was at hand when the answerer was made; no threshold
// was fitted to the others. The last is of whole documents, cut into passages as "chat with a document" cuts them; it is
// asked again of the same documents as Word files and as PDF files, which Chromium prints.
import type {
  ChatModel,
  Document,
  Documents,
  Embeddings,
  NodeContext,
  Run,
  TextSplitter,
  VectorStore,
} from '@chatwright/core'
import { loadCatalogue } from '@chatwright/nodes'
import { report, summarise, type Figure } from './lib/figures.ts'
import { readDocuments, readPassages, type QualitySet } from './lib/quality-sets.ts'
import { writeDocx } from './lib/write-docx.ts'
import { writePdfs } from './lib/write-pdf.ts'

const catalogue = await loadCatalogue()
const openFiles = new Map<string, Uint8Array>()
// These nodes keep everything in memory; of the server they need only what reads files.
const context = {
  now: Date.now,
  files: { open: async (name: string) => ({ name, mimeType: '', bytes: openFiles.get(name) }) },
  isolate: async (module: URL, input: unknown) => {
    const { default: work } = (await import(module.href)) as { default: (input: unknown) => unknown }
    return work(input)
  },
} as unknown as NodeContext
const embeddings = await build<Embeddings>('builtInEmbeddings', {})
const answerer = await build<ChatModel>('builtInAnswerer', { floor: 0.3 })
const splitter = await build<TextSplitter>('markdownTextSplitter', {
  chunkSize: 220,
  chunkOverlap: 40,
  splitByHeaders: 'h6',
})

const ours = { notFirst: 5, notAmongFour: 5, wrongOutright: 5, falseOutright: 10 }
const every = [
  await measure('Handbooks', readPassages('retrieval-quality.json'), ours),
  await measure('Many subjects, no titles', readPassages('retrieval-independent.json'), {
    ...ours,
    notFirst: undefined,
  }),
  await measure('Paragraphs out of their documents', readPassages('retrieval-paragraphs.json'), {}),
  await measure('Whole documents', await readDocuments('retrieval-documents.json', splitter), {}),
]
const sum = (pick: (counts: Counts) => number): number => every.reduce((total, counts) => total + pick(counts), 0)
const asked = sum((counts) => counts.asked)
const unanswerable = sum((counts) => counts.unanswerable)
console.log('\nAll sets together')
report([
  figure('Right passage not found first', [sum((counts) => counts.notFirst), asked]),
  figure('Answered without a caveat, and wrongly', [sum((counts) => counts.wrongOutright), asked], 5),
  figure('Unanswerable, answered without a caveat', [sum((counts) => counts.falseOutright), unanswerable], 10),
])

for (const [name, write] of [
  ['Word', (texts: string[]) => Promise.all(texts.map(writeDocx))],
  ['PDF', writePdfs],
] as const) {
  const set = await readDocuments('retrieval-documents.json', splitter, async (texts) => readFiles(await write(texts)))
  await measure(`The same as ${name} files`, set, {})
}

interface Counts {
  asked: number
  unanswerable: number
  notFirst: number
  wrongOutright: number
  falseOutright: number
}

type Caps = { [Name in 'notFirst' | 'notAmongFour' | 'wrongOutright' | 'falseOutright']?: number | undefined }

async function measure(name: string, set: QualitySet, caps: Caps): Promise<Counts> {
  const document = [{ kind: 'documents', load: async () => set.passages }]
  const store = await build<VectorStore>('memoryVectorStore', { document, embeddings, topK: 4 })
  const loadStart = performance.now()
  await store.search('warm up', aRun())
  const loadMs = performance.now() - loadStart

  const asked = set.questions.length
  const count = { notFirst: 0, notAmongFour: 0, notQuotedFirst: 0, notQuoted: 0, outright: 0, wrongOutright: 0 }
  const searchTimes: number[] = []
  for (const { question, isAnsweredBy } of set.questions) {
    const start = performance.now()
    const found = await store.search(question, aRun())
    searchTimes.push(performance.now() - start)
    const { quoted, isOutright } = await answer(question, found)
    const isRight = quoted[0] !== undefined && isAnsweredBy(quoted[0])
    if (!found[0] || !isAnsweredBy(found[0])) count.notFirst += 1
    if (!found.some(isAnsweredBy)) count.notAmongFour += 1
    if (!isRight) count.notQuotedFirst += 1
    if (!quoted.some(isAnsweredBy)) count.notQuoted += 1
    if (isOutright) count.outright += 1
    if (isOutright && !isRight) count.wrongOutright += 1
  }
  const far = await countAnswered(set.unanswerable, store)
  const near = await countAnswered(set.unanswerableNear, store)
  const unanswerable = set.unanswerable.length + set.unanswerableNear.length
  const falseOutright = far.outright + near.outright
  console.log(`\n${name}`)
  report([
    { name: 'Passages', value: set.passages.length, unit: '' },
    { name: 'Paraphrased questions', value: asked, unit: '' },
    figure('Right passage not found first', [count.notFirst, asked], caps.notFirst),
    figure('Right passage not among the first four', [count.notAmongFour, asked], caps.notAmongFour),
    figure('Right passage not quoted first', [count.notQuotedFirst, asked]),
    figure('Right passage not quoted at all', [count.notQuoted, asked]),
    figure('Answered without a caveat', [count.outright, asked]),
    figure('Answered without a caveat, and wrongly', [count.wrongOutright, asked], caps.wrongOutright),
    { name: 'Unanswerable questions', value: unanswerable, unit: '' },
    figure('answered without a caveat', [falseOutright, unanswerable], caps.falseOutright),
    figure('about the world at large, anything quoted', [far.any, set.unanswerable.length]),
    figure('close to the passages, anything quoted', [near.any, set.unanswerableNear.length]),
    { name: 'Loading the passages', value: loadMs, unit: 'ms' },
    { name: 'Search, median', value: summarise(searchTimes).median, unit: 'ms' },
  ])
  return { ...count, asked, unanswerable, falseOutright }
}

/** Which of the found passages the answerer quotes, and whether it gives them as the answer. */
async function answer(question: string, context: Document[]): Promise<{ quoted: Document[]; isOutright: boolean }> {
  let text = ''
  for await (const event of answerer.stream({ messages: [{ role: 'user', content: question }], context }, aRun())) {
    if (event.type === 'text') text += event.text
  }
  // Behind the source may stand the heading that the passage stands under.
  const sources = [...text.matchAll(/^> — (.+?)(?: › .*)?$/gm)].flatMap((match) => match[1] ?? [])
  const quoted = sources.flatMap((source) => context.filter(({ metadata }) => metadata.source === source))
  return { quoted, isOutright: quoted.length > 0 && !text.startsWith('I am not sure') }
}

async function countAnswered(
  questions: readonly string[],
  store: VectorStore,
): Promise<{ any: number; outright: number }> {
  const sums = { any: 0, outright: 0 }
  for (const question of questions) {
    const { quoted, isOutright } = await answer(question, await store.search(question, aRun()))
    if (quoted.length > 0) sums.any += 1
    if (isOutright) sums.outright += 1
  }
  return sums
}

async function build<Value>(name: string, inputs: Record<string, unknown>, wanted?: string): Promise<Value> {
  const definition = await catalogue.loadNode(name)
  const output = wanted ?? Object.keys(definition.outputs ?? {}).at(-1) ?? name
  const node = { id: `${name}_0`, name, label: definition.label }
  return (await definition.build({ inputs, output, credential: {}, node, request: undefined, context })) as Value
}

async function readFiles(files: readonly Uint8Array[]): Promise<string[]> {
  const names = files.map((_, index) => `file ${index}`)
  for (const [index, bytes] of files.entries()) openFiles.set(`file ${index}`, bytes)
  const loader = await build<Documents>('fileLoader', { file: names, usage: 'perPage' }, 'document')
  return (await loader.load(aRun())).map(({ pageContent }) => pageContent)
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

function figure(name: string, [part, whole]: [number, number], cap?: number): Figure {
  return { name, value: (100 * part) / whole, unit: '%', ...(cap !== undefined && { cap }) }
}
