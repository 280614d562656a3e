// Searching passages that people wrote with the built-in index, on SQLite and on PostgreSQL: how much of what is really
// nearest it finds, and how long a question takes. The vectors of a generator are what bench/vector-index.ts measures.
// `CHATWRIGHT_PASSAGES=50000` tries it with more, which are embedded for an hour or two, in less with
// `CHATWRIGHT_CHARACTERS=60`; `CHATWRIGHT_DATABASES=sqlite` on one.
import { createVectorTable } from '@chatwright/core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineLoad } from './lib/browser-page.ts'
import { report } from './lib/figures.ts'
import { makeIndex, measureSearch, NEAREST } from './lib/measure-search.ts'
import { openProductVectors } from './lib/product-vectors.ts'
import { realPassages } from './lib/real-passages.ts'
import { startServices } from './lib/throwaway-services.ts'

const COUNT = Number(process.env['CHATWRIGHT_PASSAGES'] ?? 12_000)
const DATABASES = (process.env['CHATWRIGHT_DATABASES'] ?? 'sqlite,postgres').split(',')
const QUESTIONS = 60
const PAGE = 2000
const COLLECTION = 'bench'
/** Of the passages, one in twenty. */
const FILTER = { part: 7 }
const partOf = (seq: number): number => seq % 20

const root = join(import.meta.dirname, '../..')
const { texts, vectors, questions } = await realPassages(root, COUNT, QUESTIONS)
const table = createVectorTable(vectors[0]?.length ?? 0)
for (const vector of vectors) table.add(vector)
const nearest = (isWanted: (seq: number) => boolean): Set<string>[] =>
  questions.map((question) => new Set(table.nearest(question, NEAREST, isWanted).map(({ row }) => `p${row}`)))
const truth = nearest(() => true)
const filteredTruth = nearest((seq) => partOf(seq) === FILTER.part)

for (const kind of DATABASES) {
  const folder = mkdtempSync(join(tmpdir(), 'chatwright-vectors-'))
  const services = kind === 'postgres' ? await startServices() : undefined
  try {
    const product = await openProductVectors(
      services
        ? { kind: 'postgres', url: services.postgres.url }
        : { kind: 'sqlite', file: join(folder, 'vectors.sqlite') },
    )
    console.log(`\n${kind}, ${texts.length} passages; load of the machine ${machineLoad()}`)
    try {
      const began = performance.now()
      for (let start = 0; start < texts.length; start += PAGE) {
        await product.index.upsert(
          COLLECTION,
          texts.slice(start, start + PAGE).map((pageContent, at) => ({
            id: `p${start + at}`,
            vector: [...(vectors[start + at] ?? [])],
            document: { pageContent, metadata: { part: partOf(start + at) } },
          })),
        )
      }
      const seconds = (performance.now() - began) / 1000
      report([{ name: 'Passages stored a second', value: texts.length / seconds, unit: '' }])
      const question = questions[0] ?? new Float32Array()
      await makeIndex(product, { collection: COLLECTION, count: texts.length, question })
      const asked = { collection: COLLECTION, questions }
      await measureSearch(product, { ...asked, name: 'no filter', truth })
      await measureSearch(product, {
        ...asked,
        name: 'a filter that one in twenty passes',
        truth: filteredTruth,
        filter: FILTER,
      })
    } finally {
      await product.close()
    }
  } finally {
    await services?.postgres.stop()
    await services?.redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
