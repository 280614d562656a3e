import { AppError, type PassagePage } from '@chatwright/contract'
import { cleanText, toMetadataText } from '../vectors/stored-document.ts'
import { explainFault } from './explain-fault.ts'
import { searchedIndex } from './index-choice.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import type { StoreRow } from './knowledge-store.ts'
import { toPassage, toSource } from './knowledge-views.ts'
import type { ComponentOpener } from './open-components.ts'
import { addToIndex, factsOf, removeFromIndex, vectorsIn } from './passage-index.ts'
import { MAYBE_INDEXED, type PassageRow, type PassageStore } from './passage-store.ts'
import type { SourceService } from './source-service.ts'

export type PassageService = ReturnType<typeof createPassageService>

interface PassageDependencies {
  passages: PassageStore
  opener: ComponentOpener
  knowledge: Pick<KnowledgeService, 'requireStore' | 'withoutVectors'>
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
export function createPassageService({ passages, opener, knowledge, sources }: PassageDependencies) {
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
    const where = { storeId, sourceId: source?.id }
    const offset = (number - 1) * PAGE
    const at = { limit: PAGE, offset }
    const { rows, count, characters, isCut } = search?.trim()
      ? await passages.search(where, search, at)
      : { rows: await passages.page(where, at), ...(await passages.totals(where)), isCut: false }
    return {
      chunks: rows.map((row, index) => toPassage(row, offset + index + 1)),
      count,
      characters,
      ...(isCut && { isCut }),
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
    const gone = await passages.markIndexed([row], index.generation)
    // Whoever deleted it meanwhile deleted the vector of before.
    if (gone.length > 0) await removeFromIndex(open, gone, index.generation)
  }

  /** Whether its vector is still that of its words, as far as the index can tell. */
  const isIndexedAs = async (store: StoreRow, row: PassageRow): Promise<boolean> => {
    const index = searchedIndex(store)
    if (!index) return false
    const { generation } = index
    const open = await opener.index(store, index, AbortSignal.timeout(EMBED_MS))
    return (await vectorsIn(open, [row], { from: generation, to: generation })).size > 0
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
      const changes = {
        ...(isOn !== undefined && { is_on: isOn ? (1 as const) : (0 as const) }),
        // Until it is embedded again the store says that it is behind.
        ...(isChanged && {
          content,
          metadata: facts,
          is_edited: 1 as const,
          indexed: row.indexed === 0 ? 0 : MAYBE_INDEXED,
        }),
      }
      const isStale = basedOnMetadata && toMetadataText(basedOnMetadata) !== toMetadataText(factsOf(row))
      // A load may be embedding the words as they were.
      const how = { basedOn, isAlone: isChanged }
      const isDone = Object.keys(changes).length === 0 || (!isStale && passages.edit(row, changes, how))
      if (!(await isDone)) {
        const { content: now } = await requirePassage(name)
        throw new AppError('passage-changed', { pageContent: now })
      }
      if (isChanged) {
        await embedAgain(store, { ...row, content, metadata: facts }).catch(async (error: unknown) => {
          // Nobody would find it by these words: it stays as it was, and can be saved again.
          const { content: words, metadata: before, is_on, is_edited, indexed } = row
          const undone = { content: words, metadata: before, is_edited, indexed: MAYBE_INDEXED }
          await passages.edit(row, { ...undone, ...(isOn !== undefined && { is_on }) }, { basedOn: content })
          // The fault may have come after the vector was written; then the next load embeds it again, and so does one that
          // began meanwhile and may be writing it now.
          if (await isIndexedAs(store, row).catch(() => false))
            await passages.edit(row, { indexed }, { basedOn: words, isAlone: true }).catch(() => false)
          throw explainFault(error)
        })
      }
      return page(name.id, name.loaderId, { page: 1 })
    },

    async delete(name: PassageName): Promise<PassagePage> {
      await knowledge.requireStore(name.id)
      await knowledge.withoutVectors(name.id, {
        indexed: async function* () {
          yield [await requirePassage(name)]
        },
        each: (ids, lastLoad) => passages.deleteAlone(name.id, ids, { lastLoad, isPart: false }),
        work: async () => true,
      })
      return page(name.id, name.loaderId, { page: 1 })
    },
  }
}
