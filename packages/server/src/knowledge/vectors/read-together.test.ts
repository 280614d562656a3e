import type { VectorRecord } from '@chatwright/core'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusteredTestVectors } from '../../../testing/clustered-vectors.ts'
import { describeOnBothDatabases, type TestServer } from '../../../testing/test-server.ts'
import { createVectorComparison } from './compare-vectors.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorThreads, type VectorThreads } from './vector-threads.ts'

const COUNT = 1200
const vectors = clusteredTestVectors(COUNT, 16)
const records = vectors.map((vector, at): VectorRecord => ({
  id: `r${at}`,
  vector: [...vector],
  document: { pageContent: `passage ${at}`, metadata: { half: at % 2 } },
}))

describeOnBothDatabases('Vectors that several searches read at once', (start) => {
  let server: TestServer
  let threads: VectorThreads
  let seqs: number[] = []
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const compare = () =>
    createVectorComparison({ ...server.database, query: server.database.query.withPlugin(counting) })
  beforeAll(async () => {
    server = await start()
    threads = createVectorThreads(server.config.database)
    await createVectorIndex(server.database, threads).upsert('c', records)
    const rows = await server.database.query.selectFrom('vector_embedding').select('seq').orderBy('seq').execute()
    seqs = rows.map(({ seq }) => seq)
  })
  afterAll(async () => {
    await threads.close()
    await server.close()
  })

  const question = (at: number, filter?: Record<string, unknown>) => ({
    collection: 'c',
    vector: vectors[at] ?? new Float32Array(),
    k: 3,
    filter,
  })
  const some = (at: number): number[] => seqs.slice(at * 10, at * 10 + 40)

  test('each finds among its own what it would find alone', async () => {
    const alone = []
    for (let at = 0; at < 8; at += 1) alone.push(await compare().these(question(at), some(at)))
    const comparison = compare()
    statements = 0
    const asked = Array.from({ length: 8 }, (_, at) => comparison.these(question(at), some(at)))
    expect(await Promise.all(asked)).toEqual(alone)
    // Where the database compares them itself, each question is a statement of its own.
    expect(statements).toBe(server.database.comparesVectors ? 8 : 1)
    expect(await comparison.these(question(0), some(0))).toEqual(alone[0])
  })

  test('those with another filter, or more than a read should bring, are read apart', async () => {
    const comparison = compare()
    statements = 0
    const [even, odd, all] = await Promise.all([
      comparison.these(question(0, { half: 0 }), seqs.slice(0, 600)),
      comparison.these(question(0, { half: 1 }), seqs.slice(0, 600)),
      comparison.these(question(0, { half: 0 }), seqs),
    ])
    expect(statements).toBe(3)
    expect(even?.[0]?.seq).toBe(seqs[0])
    expect(odd?.every(({ seq }) => seqs.indexOf(seq) % 2 === 1)).toBe(true)
    expect(all?.[0]?.seq).toBe(seqs[0])
  })
})
