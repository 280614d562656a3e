import { createJiti } from 'jiti'
import type { VectorIndex } from '@chatwright/core'

/** What is used of the product's own database. */
export interface ProductDatabase {
  kind: 'sqlite' | 'postgres'
  query: {
    insertInto(table: string): { values(rows: readonly object[]): { execute(): Promise<unknown> } }
    updateTable(table: string): { set(values: object): { execute(): Promise<unknown> } }
    selectFrom(table: string): { select(column: string): { executeTakeFirst(): Promise<{ head: string } | undefined> } }
  }
  close(): Promise<void>
}

type Place = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

interface Threads {
  close(): Promise<void>
}

/** The built-in index as the product makes it, with its threads. */
export interface ProductVectors {
  database: ProductDatabase
  index: VectorIndex
  close(): Promise<void>
}

const server = '../../../packages/server/src'

export async function openProductVectors(place: Place): Promise<ProductVectors> {
  const sources = createJiti(import.meta.url)
  const { openDatabase } = await sources.import<{ openDatabase(place: Place): Promise<ProductDatabase> }>(
    `${server}/ground/db/database.ts`,
  )
  const { createVectorThreads } = await sources.import<{ createVectorThreads(place: Place): Threads }>(
    `${server}/knowledge/vectors/vector-threads.ts`,
  )
  const { createVectorIndex } = await sources.import<{
    createVectorIndex(database: ProductDatabase, threads: Threads): VectorIndex
  }>(`${server}/knowledge/vectors/vector-index.ts`)
  const database = await openDatabase(place)
  const threads = createVectorThreads(place)
  return {
    database,
    index: createVectorIndex(database, threads),
    async close() {
      await threads.close()
      await database.close()
    },
  }
}
