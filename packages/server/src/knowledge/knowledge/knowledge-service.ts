import {
  AppError,
  type ChosenNode,
  type IndexValues,
  type KnowledgeStore as StoreView,
  type StoreRefresh,
} from '@chatwright/contract'
import type { Catalogue } from '@chatwright/nodes'
import { randomUUID } from 'node:crypto'
import type { FlowUsage } from '../../parts/flow-usage/flow-usage.ts'
import type { IndexColumns, LoadChanges } from '../../ground/db/load-changes.ts'
import { timesOf } from '../../asking/schedules/times.ts'
import { explainFault } from './explain-fault.ts'
import { filledIndexes } from './index-choice.ts'
import { nextRefresh } from './keep-fresh.ts'
import type { ForgetFiles } from './kept-files.ts'
import type { KnowledgeJobs } from './knowledge-jobs.ts'
import { chosenOf, filesOf, NOT_LOADED, type KnowledgeStore, type SourceRow, type StoreRow } from './knowledge-store.ts'
import { toStore } from './knowledge-views.ts'
import { requireNode, type ComponentOpener } from './open-components.ts'
import { removeFromIndex } from './passage-index.ts'
import type { IndexedId, PassageStore } from './passage-store.ts'
import { revisionOfStore } from './revisions.ts'

export type KnowledgeService = ReturnType<typeof createKnowledgeService>

export interface KnowledgeDependencies {
  stores: KnowledgeStore
  passages: PassageStore
  opener: ComponentOpener
  jobs: KnowledgeJobs
  usage: Pick<FlowUsage, 'naming'>
  forgetFiles: ForgetFiles
  catalogue: Catalogue
  now: () => Date
}

/** The part of a request that names what an index is made of. */
export type IndexChoice = Pick<
  IndexValues,
  | 'embeddingName'
  | 'embeddingConfig'
  | 'vectorStoreName'
  | 'vectorStoreConfig'
  | 'recordManagerName'
  | 'recordManagerConfig'
>

const INDEX_COLUMNS = ['embedding', 'vector_store', 'record_manager'] as const
const DELETE_MS = 120_000
const MOST_STORES = 1000
/** So many passages are deleted while somebody waits. */
const AT_ONCE = 1000

/** What is deleted together with its vectors. */
export interface VectorDeletion {
  /** What may lie in an index, some at a time. */
  indexed: (store: StoreRow) => AsyncIterable<readonly IndexedId[]>
  /** What becomes of these once their vectors are gone. False where another load than the last one known was here. */
  each: (ids: readonly string[], lastLoad: string | null) => Promise<boolean>
  /** The same for what is left once all are. */
  work: (lastLoad: string | null) => Promise<boolean>
  /** Also where an index cannot be reached. */
  isForced?: boolean
}

/** Stores, and what their index is made of. */
export function createKnowledgeService({
  stores,
  passages,
  opener,
  jobs,
  usage,
  forgetFiles,
  catalogue,
  now,
}: KnowledgeDependencies) {
  const requireStore = async (id: string): Promise<StoreRow> => {
    const row = await stores.find(id)
    if (!row) throw new AppError('knowledge-not-found', { id })
    return row
  }

  const lastJob = async ({ load_job: id }: StoreRow) => (id === null ? null : jobs.find(id))

  const views = async (rows: readonly StoreRow[], jobOf = lastJob): Promise<StoreView[]> => {
    const ids = rows.map(({ id }) => id)
    const sources = await stores.sourcesOf(ids)
    const behind = await passages.withUnindexed(ids)
    return Promise.all(
      rows.map(async (row) =>
        toStore(row, {
          sources: sources.filter(({ store_id: id }) => id === row.id),
          job: await jobOf(row),
          whereUsed: await usage.naming(row.id),
          isBehind: behind.has(row.id),
        }),
      ),
    )
  }

  const view = async (id: string): Promise<StoreView> => {
    // First the load, then what it brought: one that is over, beside the store as it was before, would be the last that is
    // asked for.
    const job = await lastJob(await requireStore(id))
    const [store] = await views([await requireStore(id)], async () => job)
    if (!store) throw new AppError('knowledge-not-found', { id })
    return store
  }

  /** Changes the settings of a store; who read them before somebody else changed them is told, and changes nothing. */
  const change = async (
    row: StoreRow,
    basedOn: string | undefined,
    changes: Parameters<KnowledgeStore['update']>[1],
  ): Promise<void> => {
    const isKnown = basedOn === undefined || revisionOfStore(row) === basedOn
    const isDone =
      isKnown && (basedOn === undefined ? stores.update(row.id, changes) : stores.updateAsRead(row, changes))
    if (await isDone) return
    throw new AppError('knowledge-changed', { revision: revisionOfStore(await requireStore(row.id)) })
  }

  /** Takes vectors out of every index they may lie in. */
  const deleteVectors = async (store: StoreRow, rows: readonly IndexedId[]): Promise<void> => {
    const ids = rows.flatMap(({ id, indexed }) => (indexed === 0 ? [] : [id]))
    for (const index of ids.length === 0 ? [] : filledIndexes(store)) {
      try {
        const open = await opener.index(store, index, AbortSignal.timeout(DELETE_MS))
        await removeFromIndex(open, ids, index.generation)
      } catch (error) {
        // One that was begun and given up may lie where nobody can reach it; that keeps nothing from being deleted.
        if (!index.isAbandoned) throw explainFault(error)
      }
    }
  }

  /**
   * Deletes vectors, and then what they were made of, some at a time: there may be a million. Refused where a load is under
   * way, also one that begins meanwhile; after one that came and went, there may be other vectors, and all begins again.
   */
  const withoutVectors = async (id: string, deletion: VectorDeletion): Promise<void> => {
    for (let isDone = false; !isDone;) {
      const store = await requireStore(id)
      await jobs.refuseWhileLoading(store)
      isDone = (await eachWithoutVectors(store, deletion)) && (await deletion.work(store.load_job))
    }
  }

  /** False where a load came between. */
  const eachWithoutVectors = async (
    store: StoreRow,
    { indexed, each, isForced = false }: VectorDeletion,
  ): Promise<boolean> => {
    let isReached = true
    let isBegun = false
    for await (const rows of indexed(store)) {
      const ids = rows.map((row) => row.id)
      await passages.doubtIndexed(ids)
      let isDone = false
      try {
        if (isReached)
          await deleteVectors(store, rows).catch((error: unknown) => {
            // An index elsewhere may be gone for good: then the rest can be deleted all the same, by whoever insists.
            if (!isForced) throw error
            isReached = false
          })
        isDone = await each(ids, store.load_job)
        isBegun = true
      } catch (error) {
        throw isBegun ? saysBegun(error) : error
      } finally {
        // A load that began meanwhile may count on vectors that are gone.
        if (!isDone) await passages.doubtIndexed(ids)
      }
      if (!isDone) return false
    }
    return true
  }

  /** All that may lie in an index of a store, or of one source. */
  const indexedIn = (store: StoreRow, sourceId?: string): AsyncIterable<IndexedId[]> =>
    passages.idsIn({ storeId: store.id, sourceId }, ['coming', 'going', 'live'])

  /** Deletes passages of a source or a store that goes, once their vectors are gone. */
  const deletePassages =
    (id: string): VectorDeletion['each'] =>
    (ids, lastLoad) =>
      passages.deleteAlone(id, ids, { lastLoad, isPart: true })

  const requireSource = async (id: string, sourceId: string): Promise<SourceRow> => {
    const source = await stores.findSource(sourceId)
    if (source?.store_id !== id) throw new AppError('knowledge-source-not-found', { id: sourceId })
    return source
  }

  const forgetFilesOf = (gone: readonly SourceRow[]): Promise<void> =>
    forgetFiles(gone.flatMap((source) => filesOf(source).map(({ id }) => id)))

  /** Deletes what is large in the background: it is gone from all lists at once, and from the database and its index in a while. */
  const removeLater = async (
    { id, name }: StoreRow,
    { sources, ...which }: { sources: readonly SourceRow[]; sourceId?: string; isForced?: boolean },
  ): Promise<boolean> => {
    const total = sources.reduce((sum, source) => sum + source.passages, 0)
    if (total <= AT_ONCE) return false
    const files = sources.flatMap((source) => filesOf(source).map((file) => file.id))
    await jobs.start({ id, name }, { sources: [], isIndexing: false, removes: { ...which, files, total } })
    return true
  }

  const requireNodes = ({ embeddingName, vectorStoreName, recordManagerName }: Partial<IndexValues>): void => {
    if (embeddingName) requireNode(catalogue, embeddingName, 'Embeddings')
    if (vectorStoreName) requireNode(catalogue, vectorStoreName, 'Vector Stores')
    if (recordManagerName) requireNode(catalogue, recordManagerName, 'Record Manager')
  }

  /** What a store is to be indexed with, by the values of a request. */
  const indexColumns = (row: StoreRow, values: IndexChoice): IndexColumns => {
    const embedding = chosen(row.embedding, values.embeddingName, values.embeddingConfig)
    const vectorStore = chosen(row.vector_store, values.vectorStoreName, values.vectorStoreConfig)
    const recordManager = chosen(row.record_manager, values.recordManagerName, values.recordManagerConfig)
    requireNodes({
      embeddingName: embedding?.name,
      vectorStoreName: vectorStore?.name,
      recordManagerName: recordManager?.name,
    })
    const columns = {
      embedding: embedding && JSON.stringify(embedding),
      vector_store: vectorStore && JSON.stringify(vectorStore),
      record_manager: recordManager && JSON.stringify(recordManager),
    }
    const isChanged = INDEX_COLUMNS.some((column) => columns[column] !== row[column])
    return { ...columns, updated_date: isChanged ? now().toISOString() : row.updated_date }
  }

  /** The same as a change that is made with a load. Who read other settings is told, and changes nothing. */
  const indexChange = async (values: IndexValues): Promise<NonNullable<LoadChanges['index']>> => {
    const before = await requireStore(values.storeId)
    const revision = revisionOfStore(before)
    if (values.basedOn !== undefined && values.basedOn !== revision)
      throw new AppError('knowledge-changed', { revision })
    return { chosen: indexColumns(before, values), before }
  }

  const newRow = ({ name, description = '' }: { name: string; description?: string | undefined }): StoreRow => {
    const at = now().toISOString()
    return {
      id: randomUUID(),
      name: name.trim(),
      description,
      embedding: null,
      vector_store: null,
      record_manager: null,
      ...NOT_LOADED,
      created_date: at,
      updated_date: at,
    }
  }

  return {
    requireStore,
    view,
    newRow,
    withoutVectors,
    indexedIn,
    deletePassages,
    indexColumns,
    indexChange,
    /** Deletes the files of sources as they were, but for those that somebody still reads. */
    forgetFilesOf,
    /** Refuses an index of nodes that are not here. */
    requireNodes,

    async list({ page, limit }: { page?: number | undefined; limit?: number | undefined }) {
      if (page === undefined && limit === undefined) return views(await stores.page({ limit: MOST_STORES, offset: 0 }))
      const size = limit ?? 50
      const data = await views(await stores.page({ limit: size, offset: ((page ?? 1) - 1) * size }))
      return { data, total: await stores.count() }
    },

    async create(values: { name: string; description?: string | undefined }): Promise<StoreView> {
      const row = newRow(values)
      await stores.insert(row)
      return view(row.id)
    },

    async update(id: string, { name, description, refresh, basedOn }: StoreChanges) {
      await change(await requireStore(id), basedOn, {
        ...(name !== undefined && { name: name.trim() }),
        ...(description !== undefined && { description }),
        ...(refresh !== undefined && refreshColumns(refresh, now())),
        updated_date: now().toISOString(),
      })
      return view(id)
    },

    async delete(id: string, { isForced }: { isForced: boolean }): Promise<void> {
      const store = await requireStore(id)
      await jobs.refuseWhileLoading(store)
      const flows = await usage.naming(id)
      if (flows.length > 0 && !isForced) throw new AppError('knowledge-in-use', { flows })
      const sources = await stores.sources(id)
      if (await removeLater(store, { sources, isForced })) return
      const work = (lastLoad: string | null) => stores.deleteAlone(id, lastLoad)
      await withoutVectors(id, { indexed: indexedIn, each: deletePassages(id), work, isForced })
      await forgetFilesOf(sources)
    },

    async deleteSource(id: string, sourceId: string): Promise<StoreView> {
      const store = await requireStore(id)
      const source = await requireSource(id, sourceId)
      if (await removeLater(store, { sources: [source], sourceId })) return view(id)
      await withoutVectors(id, {
        indexed: (store) => indexedIn(store, sourceId),
        each: deletePassages(id),
        work: (lastLoad) => stores.deleteSourceAlone(source, lastLoad),
      })
      await forgetFilesOf([source])
      return view(id)
    },

    async saveIndex(values: IndexValues): Promise<StoreView> {
      const row = await requireStore(values.storeId)
      await change(row, values.basedOn, { ...indexColumns(row, values), updated_date: now().toISOString() })
      return view(row.id)
    },

    /** Deletes the vectors; what they were made from stays. */
    async deleteIndex(id: string, sourceId?: string): Promise<StoreView> {
      await requireStore(id)
      if (sourceId !== undefined) await requireSource(id, sourceId)
      await withoutVectors(id, {
        indexed: (store) => indexedIn(store, sourceId),
        each: (ids, lastLoad) => passages.forgetIndexedAlone(id, ids, lastLoad),
        work: async (lastLoad) => sourceId !== undefined || passages.forgetIndexAlone(id, lastLoad),
      })
      return view(id)
    },
  }
}

/** Whoever is refused in the middle would take it that nothing has happened. */
function saysBegun(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'knowledge-loading') return error
  return new AppError('knowledge-loading', error.details as { jobId: string }, { message: HALF_DELETED, cause: error })
}

const HALF_DELETED =
  'A load started during the deletion, so only part was deleted. After the load, delete it again, or load it again to restore everything.'

interface StoreChanges {
  name?: string | undefined
  description?: string | undefined
  refresh?: StoreRefresh | null | undefined
  basedOn?: string | undefined
}

function refreshColumns(refresh: StoreRefresh | null, at: Date) {
  if (!refresh) return { refresh_cron: null, refresh_timezone: null, next_refresh: null }
  const { cron, timezone } = refresh
  const { problem } = timesOf({ cron, timezone, endDate: null })
  if (problem !== null)
    throw new AppError(
      'invalid-request',
      { issues: [{ path: 'body.refresh', message: problem }] },
      { message: problem },
    )
  const columns = { refresh_cron: cron, refresh_timezone: timezone }
  return { ...columns, next_refresh: nextRefresh(columns, at) }
}

function chosen(before: string | null, name?: string, config?: Record<string, unknown>): ChosenNode | null {
  if (name === undefined || name === '') return chosenOf(before)
  return { name, config: config ?? {} }
}
