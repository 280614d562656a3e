import { AppError, type PassagePage } from '@chatwright/contract'
import { cleanText, toMetadataText } from '../vectors/stored-document.ts'
import { explainFault } from './explain-fault.ts'
import { searchedIndex } from './index-choice.ts'
import type { KnowledgeJobs } from './knowledge-jobs.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import type { KnowledgeStore, StoreRow } from './knowledge-store.ts'
import { toPassage, toSource } from './knowledge-views.ts'
import type { ComponentOpener } from './open-components.ts'
import { addToIndex, factsOf, removeFromIndex } from './passage-index.ts'
import type { PassageRow, PassageStore } from './passage-store.ts'
import type { SourceService } from './source-service.ts'

export type PassageService = ReturnType<typeof createPassageService>

interface PassageDependencies {
  stores: KnowledgeStore
  passages: PassageStore
  opener: ComponentOpener
  jobs: KnowledgeJobs
  knowledge: Pick<KnowledgeService, 'requireStore'>
  sources: Pick<SourceService, 'requireSource'>
}

export interface PassageName {
  id: string
  loaderId: string
  chunkId: string
}

export interface PassageEdit {
  pageContent?: string | undefined
  metadata?: Record<string, unknown> | undefined
  isOn?: boolean | undefined
  basedOn?: string | undefined
  basedOnMetadata?: Record<string, unknown> | undefined
}

const PAGE = 50
const EMBED_MS = 60_000
/** What stands where a source could, and means every one. */
const ALL = 'all'

/** Passages to read, mend and switch off. */
export function createPassageService({ stores, passages, opener, jobs, knowledge, sources }: PassageDependencies) {
  const requirePassage = async ({ id, loaderId, chunkId }: PassageName): Promise<PassageRow> => {
    const row = await passages.find(chunkId)
    const isOfSource = loaderId === ALL || row?.source_id === loaderId
    if (row?.store_id !== id || !isOfSource) throw new AppError('passage-not-found', { id: chunkId })
    return row
  }

  const page = async (
    storeId: string,
    loaderId: string,
    { page: number, search }: { page: number; search?: string | undefined },
  ): Promise<PassagePage> => {
    const store = await knowledge.requireStore(storeId)
    const source = loaderId === ALL ? undefined : await sources.requireSource(storeId, loaderId)
    const where = { storeId, sourceId: source?.id, search: search?.trim() ? search : undefined }
    const offset = (number - 1) * PAGE
    const rows = await passages.page(where, { limit: PAGE, offset })
    return {
      chunks: rows.map((row, index) => toPassage(row, offset + index + 1)),
      ...(await passages.count(where)),
      currentPage: number,
      storeName: store.name,
      description: store.description,
      docId: loaderId,
      ...(source && { file: toSource(source) }),
    }
  }

  /** What was edited is found by its new words. */
  const embedAgain = async (store: StoreRow, row: PassageRow): Promise<void> => {
    const index = searchedIndex(store)
    if (!index || row.indexed === 0) return
    const open = await opener.index(store, index, AbortSignal.timeout(EMBED_MS))
    await addToIndex(open, [row], { generation: index.generation })
    await passages.markIndexed([row.id], index.generation)
  }

  return {
    page,

    async edit(
      name: PassageName,
      { pageContent, metadata, isOn, basedOn, basedOnMetadata }: PassageEdit,
    ): Promise<PassagePage> {
      const store = await knowledge.requireStore(name.id)
      const row = await requirePassage(name)
      const content = pageContent === undefined ? row.content : cleanText(pageContent)
      const facts = metadata === undefined ? row.metadata : toMetadataText(metadata)
      const isChanged = content !== row.content || facts !== row.metadata
      // A load may be embedding the words as they were.
      if (isChanged) await jobs.refuseWhileLoading(store)
      const changes = {
        ...(isOn !== undefined && { is_on: isOn ? (1 as const) : (0 as const) }),
        // Until it is embedded again the store says that it is behind.
        ...(isChanged && { content, metadata: facts, is_edited: 1 as const, indexed: 0 }),
      }
      const isStale = basedOnMetadata && toMetadataText(basedOnMetadata) !== toMetadataText(factsOf(row))
      const isDone = Object.keys(changes).length === 0 || (!isStale && passages.edit(row.id, changes, basedOn))
      if (!(await isDone)) {
        const { content: now } = await requirePassage(name)
        throw new AppError('passage-changed', { pageContent: now })
      }
      if (isChanged) {
        await stores.addToTotals(row.source_id, { passages: 0, characters: content.length - row.content.length })
        await embedAgain(store, { ...row, content, metadata: facts }).catch((error: unknown) => {
          throw explainFault(error)
        })
      }
      return page(name.id, name.loaderId, { page: 1 })
    },

    async delete(name: PassageName): Promise<PassagePage> {
      const store = await knowledge.requireStore(name.id)
      const row = await requirePassage(name)
      await jobs.refuseWhileLoading(store)
      const index = searchedIndex(store)
      if (index && row.indexed !== 0) {
        try {
          const open = await opener.index(store, index, AbortSignal.timeout(EMBED_MS))
          await removeFromIndex(open, [row.id], index.generation)
        } catch (error) {
          throw explainFault(error)
        }
      }
      await passages.deleteRows([row.id])
      await stores.addToTotals(row.source_id, { passages: -1, characters: -row.content.length })
      return page(name.id, name.loaderId, { page: 1 })
    },
  }
}
