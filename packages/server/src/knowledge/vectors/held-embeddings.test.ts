import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../ground/db/database.ts'
import { openOwnDatabase } from '../../../testing/own-database.ts'
import { temporaryFolder } from '../../../testing/spawned-server.ts'
import { createHeldEmbeddings } from './held-embeddings.ts'
import { createVectorIndex } from './vector-index.ts'
import { createVectorThreads, type VectorThreads } from './vector-threads.ts'

let folder: ReturnType<typeof temporaryFolder>
let database: Database
let threads: VectorThreads
// Without a server: what that writes by itself would be a change, too.
beforeEach(async () => {
  folder = temporaryFolder()
  const config = { kind: 'sqlite', file: join(folder.path, 'chatwright.sqlite') } as const
  database = await openOwnDatabase(config)
  threads = createVectorThreads(config)
})
afterEach(async () => {
  await threads.close()
  await database.close()
  folder.remove()
})

const fill = (collection: string, count: number) =>
  createVectorIndex(database, threads).upsert(
    collection,
    Array.from({ length: count }, (_, n) => ({
      id: `${n}`,
      vector: [Math.cos(n / count), Math.sin(n / count)],
      document: { pageContent: `${n}`, metadata: {} },
    })),
  )

test('embeddings are at hand from the second question until something changes', async () => {
  await fill('c', 5)
  const held = createHeldEmbeddings(database)
  expect(await held.search({ collection: 'c', vector: [1, 0], k: 2 })).toBeUndefined()
  expect((await held.search({ collection: 'c', vector: [1, 0], k: 2 }))?.map(({ score }) => score.toFixed(3))).toEqual([
    '1.000',
    '0.980',
  ])
  expect(await held.search({ collection: 'other', vector: [1, 0], k: 2 })).toBeUndefined()
  await fill('other', 1)
  expect(await held.search({ collection: 'c', vector: [1, 0], k: 2 })).toBeUndefined()
  expect(await held.search({ collection: 'c', vector: [1, 0], k: 2 })).toHaveLength(2)
})

test('embeddings stay at hand while other things change', async () => {
  await fill('c', 5)
  const held = createHeldEmbeddings(database)
  const search = () => held.search({ collection: 'c', vector: [1, 0], k: 2 })
  await search()
  expect(await search()).toHaveLength(2)
  const at = new Date().toISOString()
  const variable = {
    id: 'v',
    name: 'v',
    value: '1',
    type: 'static',
    is_secret: 0,
    created_date: at,
    updated_date: at,
  } as const
  await database.query.insertInto('variable').values(variable).execute()
  expect(await search()).toHaveLength(2)
})

test('a change while they are read is not missed', async () => {
  await fill('c', 3000)
  const held = createHeldEmbeddings(database)
  await held.search({ collection: 'c', vector: [1, 0], k: 1 })
  const [during] = await Promise.all([held.search({ collection: 'c', vector: [1, 0], k: 1 }), fill('c', 3001)])
  expect(during).toBeUndefined()
  expect(await held.search({ collection: 'c', vector: [1, 0], k: 1 })).toBeUndefined()
  expect(await held.search({ collection: 'c', vector: [1, 0], k: 5000 })).toHaveLength(3001)
})

test('what is too large is not held, and what was read first makes room', async () => {
  for (const collection of ['a', 'b']) await fill(collection, 3000)
  const tight = createHeldEmbeddings(database, { mostBytes: 60_000 })
  for (let time = 0; time < 3; time++)
    expect(await tight.search({ collection: 'a', vector: [1, 0], k: 1 })).toBeUndefined()

  const one = createHeldEmbeddings(database, { mostBytes: 200_000 })
  for (const collection of ['a', 'b']) {
    expect(await one.search({ collection, vector: [1, 0], k: 1 })).toBeUndefined()
    expect(await one.search({ collection, vector: [1, 0], k: 1 })).toHaveLength(1)
  }
  expect(await one.search({ collection: 'b', vector: [1, 0], k: 1 })).toHaveLength(1)
  expect(await one.search({ collection: 'a', vector: [1, 0], k: 1 })).toBeUndefined()
})
