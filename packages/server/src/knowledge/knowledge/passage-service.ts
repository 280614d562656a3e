import { AppError, type PassagePage } from '@chatwright/contract'
import { cleanText, toMetadataText } from '../vectors/stored-document.ts'
import { explainFault } from './explain-fault.ts'
import { searchedIndex } from './index-choice.ts'
import type { KnowledgeService } from './knowledge-service.ts'
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

  /**
   * What was edited is found by its new words. Somebody else may edit or delete it while they are embedded, and a load may make
   * another index: what is there after decides, and a vector that is not wanted any more goes.
   */
  const embedAgain = async ({ id, chunkId }: PassageName): Promise<void> => {
    for (let row = await passages.find(chunkId); row && row.indexed !== 0;) {
      const store = await knowledge.requireStore(id)
      const index = searchedIndex(store)
      if (!index) return
      const { generation } = index
      const open = await opener.index(store, index, AbortSignal.timeout(EMBED_MS))
      await addToIndex(open, [row], { generation })
      await passages.markIndexed([row], generation)
      const now = await passages.find(chunkId)
      const isSearched = now && searchedIndex(await knowledge.requireStore(id))?.generation === generation
      if (!isSearched) await removeFromIndex(open, [chunkId], generation)
      else if (now.content === row.content && now.metadata === row.metadata) return
      row = now
    }
  }

  /** In which index its vector is still that of its words, as far as it can tell. */
  const indexedAs = async (row: PassageRow): Promise<number | undefined> => {
    const store = await knowledge.requireStore(row.store_id)
    const index = searchedIndex(store)
    if (!index) return undefined
    const { generation } = index
    const open = await opener.index(store, index, AbortSignal.timeout(EMBED_MS))
    const known = await vectorsIn(open, [row], { from: generation, to: generation })
    return known.size > 0 ? generation : undefined
  }

  return {
    page,

    async edit(
      name: PassageName,
      { pageContent, metadata, isOn, basedOn, basedOnMetadata }: PassageEdit,
    ): Promise<PassagePage> {
      await knowledge.requireStore(name.id)
      const row = await requirePassage(name)
      const content = pageContent === undefined ? row.content : cleanText(pageContent)
      const facts = metadata === undefined ? row.metadata : toMetadataText(metadata)
      const isChanged = content !== row.content || facts !== row.metadata
      const changes = {
        ...(isOn !== undefined && { is_on: isOn ? (1 as const) : (0 as const) }),
        ...(isChanged && { content, metadata: facts, is_edited: 1 as const }),
      }
      const isStale = basedOnMetadata && toMetadataText(basedOnMetadata) !== toMetadataText(factsOf(row))
      // A load may be embedding the words as they were.
      const how = { basedOn, isAlone: isChanged, isDoubted: isChanged }
      const isDone = Object.keys(changes).length === 0 || (!isStale && passages.edit(row, changes, how))
      if (!(await isDone)) {
        const { content: now } = await requirePassage(name)
        throw new AppError('passage-changed', { pageContent: now })
      }
      if (isChanged) {
        await embedAgain(name).catch(async (error: unknown) => {
          // Nobody would find it by these words: it stays as it was, and can be saved again.
          const { content: words, metadata: before, is_on, is_edited } = row
          const undone = { content: words, metadata: before, is_edited, indexed: MAYBE_INDEXED }
          const isBack = passages.edit(row, { ...undone, ...(isOn !== undefined && { is_on }) }, { basedOn: content })
          // Somebody else's words are there by now, and perhaps the vector of these.
          if (!(await isBack)) await passages.doubtIndexed([row.id])
          else {
            // The fault may have come after the vector was written; then the next load embeds it again, and so does one that
            // began meanwhile and may be writing it now.
            const indexed = await indexedAs(row).catch(() => undefined)
            if (indexed !== undefined)
              await passages.edit(row, { indexed }, { basedOn: words, isAlone: true }).catch(() => false)
          }
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
