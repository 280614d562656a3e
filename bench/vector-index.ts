// Searching a million passages of 384 numbers with the built-in index, on SQLite and on PostgreSQL: how much of the truth it
// finds, how long a question takes at one and at eight at once, with a filter and without, and what it takes to load and to make.
// `CHATWRIGHT_VECTORS=100000` tries it with fewer, `CHATWRIGHT_DATABASES=sqlite` on one.
import { createVectorTable } from '@chatwright/core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineLoad } from './lib/browser-page.ts'
import { clusteredVectors } from './lib/clustered-vectors.ts'
import { report } from './lib/figures.ts'
import { makeIndex, measureSearch, measureStart, NEAREST } from './lib/measure-search.ts'
import { openProductVectors, type ProductVectors } from './lib/product-vectors.ts'
import { startServices } from './lib/throwaway-services.ts'

const DIMENSIONS = 384
const COUNT = Number(process.env['CHATWRIGHT_VECTORS'] ?? 1_000_000)
const DATABASES = (process.env['CHATWRIGHT_DATABASES'] ?? 'sqlite,postgres').split(',')
const QUESTIONS = 60
/** How many are loaded as the product loads them; the rest is written in larger pieces, to save an hour. */
const LOADED = 20_000
const PAGE = 2000
const ROWS = 250
const COLLECTION = 'bench'
/** Above all that the product counts itself. */
const FIRST_CHANGE = 2 ** 30 + 1_000_000

const FILTERS = {
  'no filter': undefined,
  'a filter that half of them pass': { half: 1 },
  'a filter that one in a hundred passes': { page: 7 },
} satisfies Record<string, Record<string, unknown> | undefined>
type FilterName = keyof typeof FILTERS
const names = Object.keys(FILTERS) as FilterName[]
const factsOf = (seq: number) => ({ page: seq % 100, half: seq % 2, source: `document ${seq % 5000}` })
const passes: Record<FilterName, (seq: number) => boolean> = {
  'no filter': () => true,
  'a filter that half of them pass': (seq) => seq % 2 === 1,
  'a filter that one in a hundred passes': (seq) => seq % 100 === 7,
}

/** For each question, by filter, the ids of the true ten. */
type Truth = Record<FilterName, Set<string>[]>

const questions = makeQuestions()
for (const kind of DATABASES) {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-vectors-'))
  const services = kind === 'postgres' ? await startServices() : undefined
  try {
    const place =
      kind === 'sqlite'
        ? ({ kind: 'sqlite', file: join(folder, 'vectors.sqlite') } as const)
        : ({ kind: 'postgres', url: services?.postgres.url ?? '' } as const)
    console.log(`\n${kind}, ${COUNT} passages; load of the machine ${machineLoad()}`)
    const filled = await openProductVectors(place)
    let truth: Truth
    try {
      truth = await fill(filled)
      await makeIndex(filled, { collection: COLLECTION, count: COUNT, question: questions[0] ?? new Float32Array() })
    } finally {
      await filled.close()
    }
    const product = await openProductVectors(place)
    try {
      await measureStart(product, { collection: COLLECTION, questions })
      for (const name of names) {
        const filter = FILTERS[name]
        await measureSearch(product, { name, collection: COLLECTION, questions, truth: truth[name], filter })
      }
    } finally {
      await product.close()
    }
  } finally {
    await services?.postgres.stop()
    await services?.redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** About the first passages: the same generator makes the same again. */
function makeQuestions(): Float32Array[] {
  const source = clusteredVectors(DIMENSIONS, 1)
  const about = Array.from({ length: QUESTIONS }, () => {
    const vector = new Float32Array(DIMENSIONS)
    source.next(vector)
    return vector
  })
  return about.map((vector) => {
    const question = new Float32Array(DIMENSIONS)
    source.question(vector, question)
    return question
  })
}

async function fill({ index, database }: ProductVectors): Promise<Truth> {
  const source = clusteredVectors(DIMENSIONS, 1)
  const best = Object.fromEntries(
    names.map((name) => [name, questions.map((): { seq: number; score: number }[] => [])]),
  ) as Record<FilterName, { seq: number; score: number }[][]>
  let loadMs = 0
  for (let start = 0; start < COUNT; start += PAGE) {
    const vectors = Array.from({ length: Math.min(PAGE, COUNT - start) }, () => {
      const vector = new Float32Array(DIMENSIONS)
      source.next(vector)
      return vector
    })
    compare(best, vectors, start)
    if (start < LOADED) {
      const began = performance.now()
      await index.upsert(
        COLLECTION,
        vectors.map((vector, at) => ({
          id: `p${start + at}`,
          vector: [...vector],
          document: { pageContent: textOf(start + at), metadata: factsOf(start + at) },
        })),
      )
      loadMs += performance.now() - began
    } else await write(database, vectors, start)
  }
  // What was written around the product was a change too.
  await database.query
    .updateTable('vector_collection')
    .set({ changed: FIRST_CHANGE + COUNT })
    .execute()
  report([{ name: 'Passages stored a second', value: Math.min(LOADED, COUNT) / (loadMs / 1000), unit: '' }])
  const ids = (own: readonly { seq: number }[]): Set<string> => new Set(own.map(({ seq }) => `p${seq}`))
  return Object.fromEntries(names.map((name) => [name, best[name].map(ids)])) as Truth
}

/** Adds a page to the best of each question so far. */
function compare(
  best: Record<FilterName, { seq: number; score: number }[][]>,
  vectors: readonly Float32Array[],
  start: number,
): void {
  const table = createVectorTable(DIMENSIONS)
  for (const vector of vectors) table.add(vector)
  for (const [number, question] of questions.entries()) {
    const scores = table.scores(question)
    for (const name of names) {
      const own = best[name][number] ?? []
      const least = own.length < NEAREST ? -Infinity : (own.at(-1)?.score ?? 0)
      const better = [...scores.keys()].filter((at) => (scores[at] ?? 0) > least && passes[name](start + at))
      if (better.length === 0) continue
      best[name][number] = [...own, ...better.map((at) => ({ seq: start + at, score: scores[at] ?? 0 }))]
        .sort((a, b) => b.score - a.score)
        .slice(0, NEAREST)
    }
  }
}

async function write(
  { query }: ProductVectors['database'],
  vectors: readonly Float32Array[],
  start: number,
): Promise<void> {
  for (let from = 0; from < vectors.length; from += ROWS) {
    const some = vectors.slice(from, from + ROWS).map((vector, at) => ({ vector, seq: start + from + at }))
    await query
      .insertInto('vector_document')
      .values(
        some.map(({ seq }) => ({
          seq: seq + 1,
          collection: COLLECTION,
          id: `p${seq}`,
          metadata: JSON.stringify(factsOf(seq)),
          content: textOf(seq),
        })),
      )
      .execute()
    await query
      .insertInto('vector_embedding')
      .values(
        some.map(({ seq, vector }) => ({
          seq: seq + 1,
          collection: COLLECTION,
          dimensions: DIMENSIONS,
          embedding: Buffer.from(vector.buffer),
          change: FIRST_CHANGE + seq,
        })),
      )
      .execute()
  }
}

function textOf(seq: number): string {
  return `Passage ${seq} of document ${seq % 5000}`
}
