// A thread that searches large collections, or makes the index of one: with a connection of its own, so that neither
// comparing nor learning ever holds up an answer.
import { NodeError } from '@chatwright/core'
import { parentPort, workerData } from 'node:worker_threads'
import { connectDatabase } from '../../ground/db/database.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Match } from './best-matches.ts'
import { buildIndex } from './build-index.ts'
import { createVectorComparison, type VectorSearch } from './compare-vectors.ts'
import { createIndexStore, type IndexName, type WantedIndex } from './index-store.ts'
import { createIndexedSearch } from './indexed-search.ts'
import { searchWords, type WordQuery } from './word-search.ts'

export interface ThreadLimits {
  large: number
  mostCompared: number
  mostBytes: number
}

export interface ThreadData {
  place: Config['database']
  limits: ThreadLimits
  /** The index to make; without it the thread searches. */
  build?: WantedIndex
}

export type ThreadTask =
  | { type: 'search'; search: VectorSearch }
  | { type: 'words'; query: WordQuery }
  | { type: 'follow'; name: IndexName }

export type ThreadMessage =
  | { type: 'answer'; id: number; matches: Match[] | undefined }
  | { type: 'fault'; id: number; message: string; code?: NodeError['code']; hint?: string | undefined }
  | { type: 'wanted'; index: WantedIndex }

const { place, limits, build } = workerData as ThreadData
const tell = (message: ThreadMessage): void => parentPort?.postMessage(message, [])

/** A thread that ends by itself closes its connection; one that is ended from outside may be in the middle of native code. */
const closing = new AbortController()

if (build) {
  parentPort?.on('message', () => closing.abort())
  const database = await connectDatabase(place, { connections: 1 })
  try {
    await buildIndex(build, createIndexStore(database), closing.signal)
  } catch (error) {
    if (!closing.signal.aborted) throw error
  } finally {
    await database.close()
    parentPort?.close()
  }
} else {
  const database = await connectDatabase(place, { connections: 4 })
  const indexed = createIndexedSearch({
    comparison: createVectorComparison(database),
    store: createIndexStore(database),
    onWanted: (index) => tell({ type: 'wanted', index }),
    ...limits,
    // A database that compares them itself takes seconds for a million, not minutes.
    ...(database.comparesVectors && { mostCompared: Infinity }),
  })
  const perform = async (task: ThreadTask): Promise<Match[] | undefined> => {
    if (task.type === 'search') return indexed.search(task.search)
    if (task.type === 'words') return searchWords(database, task.query)
    await indexed.follow(task.name)
    return undefined
  }
  parentPort?.on('message', async ({ id, task }: { id: number; task: ThreadTask | 'close' }) => {
    if (task === 'close') {
      await database.close()
      parentPort?.close()
      return
    }
    try {
      tell({ type: 'answer', id, matches: await perform(task) })
    } catch (error) {
      tell({ type: 'fault', id, ...faultOf(error) })
    }
  })
}

function faultOf(error: unknown) {
  if (error instanceof NodeError) return { message: error.message, code: error.code, hint: error.hint }
  return { message: error instanceof Error ? error.message : String(error) }
}
