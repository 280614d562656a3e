import { AppError, type ChosenNode, type SourceValues, type UpsertItem } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import type { IndexColumns, LoadChanges, LoadUndo } from '../../ground/db/load-changes.ts'
import type { FormFile } from '../../door/http/form.ts'
import { chosenIndex } from './index-choice.ts'
import { fileInputsOf, type ForgetFiles } from './kept-files.ts'
import type { IndexChoice, KnowledgeService } from './knowledge-service.ts'
import { chosenOf, settingsOf, type SourceRow, type StoreRow } from './knowledge-store.ts'
import type { StoreName } from './open-components.ts'
import type { PreparedSource, SourceService } from './source-service.ts'

/** What a request names beside what is stored: a node and values of its form. */
interface GivenNode {
  name?: string
  config: Record<string, unknown>
}

/** What a request asks to be loaded, and for whom. */
export interface AskedItem {
  item: UpsertItem
  files?: readonly FormFile[]
}

/** A load that can be begun: nothing of it is stored yet but the files. */
export interface PreparedLoad {
  store: StoreName
  /** The sources it is asked for, in their order. */
  sources: string[]
  changes: LoadChanges
  undo: LoadUndo
  /** Files of sources that are replaced: nobody reads them once the load is done. */
  replaced: SourceRow[]
}

/** Reads any file. */
const FILE_LOADER = 'fileLoader'

/** Makes requests of the older API into sources that are stored with the load that reads them. */
export function createUpsertItems({
  knowledge,
  sources,
  forgetFiles,
}: {
  knowledge: Pick<KnowledgeService, 'newRow' | 'indexColumns' | 'requireStore' | 'requireNodes'>
  sources: Pick<SourceService, 'prepare' | 'requireSource' | 'requireNodes' | 'describe'>
  forgetFiles: ForgetFiles
}) {
  return async (id: string, asked: readonly AskedItem[]): Promise<PreparedLoad> => {
    const store = await knowledge.requireStore(id)
    const named = new Set<string>()
    const read: Required<AskedItem & { like: SourceRow | undefined }>[] = []
    for (const { item, files = [] } of asked) {
      const like = item.docId === undefined ? undefined : await sources.requireSource(id, item.docId)
      if (like && named.has(like.id)) throw invalid('items', 'A source is named twice.')
      if (like) named.add(like.id)
      // What is wrong with it is said before anything is made.
      sources.requireNodes(valuesOf(id, { item, files, like }))
      knowledge.requireNodes({
        embeddingName: nodeOf('embedding', item.embedding)?.name,
        vectorStoreName: nodeOf('vectorStore', item.vectorStore)?.name,
        recordManagerName: nodeOf('recordManager', item.recordManager)?.name,
      })
      read.push({ item, files, like })
    }
    const beside = asked.find(({ item }) => makesStore(item))?.item
    const made = beside && rowBeside(store, beside)
    const storeId = made?.id ?? id
    const chosen = { ...store }
    let isChosen = false
    const prepared: PreparedSource[] = []
    try {
      for (const each of read) {
        const index = chooseIndex(chosen, each.item)
        isChosen ||= index !== undefined
        Object.assign(chosen, index)
        prepared.push(await sources.prepare(valuesOf(storeId, each)))
      }
    } catch (error) {
      await forgetFiles(prepared.flatMap(({ added }) => added))
      throw error
    }
    const index = pickIndex(chosen)
    return {
      store: { id: storeId, name: (made ?? store).name },
      sources: prepared.map(({ row }) => row.id),
      changes: {
        sources: prepared,
        ...(made
          ? { store: { ...made, ...index, updated_date: made.updated_date } }
          : isChosen && { index: { chosen: index, before: store } }),
      },
      undo: {
        sources: prepared.map(({ row, before }) => ({
          id: row.id,
          updatedDate: row.updated_date,
          before: before ?? null,
        })),
        files: prepared.flatMap(({ added }) => added),
        ...(isChosen && !made && { index: { chosen: index, before: pickIndex(store) } }),
        ...(made && { isMade: true }),
      },
      replaced: prepared.flatMap(({ row, before }) => (before && before.files !== row.files ? before : [])),
    }
  }

  function rowBeside(store: StoreRow, { docStore }: UpsertItem): StoreRow {
    const { name, description } = objectOf('docStore', docStore)
    return knowledge.newRow({
      name: typeof name === 'string' && name.trim() !== '' ? name : store.name,
      description: typeof description === 'string' ? description : store.description,
    })
  }

  /** What a store is indexed with from now on, where a request says so. */
  function chooseIndex(row: StoreRow, item: UpsertItem): IndexColumns | undefined {
    const embedding = nodeOf('embedding', item.embedding)
    const vectorStore = nodeOf('vectorStore', item.vectorStore)
    const recordManager = nodeOf('recordManager', item.recordManager)
    if (!embedding && !vectorStore && !recordManager) return undefined
    const before = chosenIndex(row)
    const merged = (given: GivenNode | undefined, stored: ChosenNode | null) => {
      const name = given?.name ?? stored?.name
      const base = stored && stored.name === name ? stored.config : {}
      return given && name !== undefined ? { name, config: { ...base, ...given.config } } : undefined
    }
    return knowledge.indexColumns(
      row,
      indexValues({
        embedding: merged(embedding, before.embedding),
        vectorStore: merged(vectorStore, before.vectorStore),
        recordManager: merged(recordManager, chosenOf(row.record_manager)),
      }),
    )
  }

  function valuesOf(
    storeId: string,
    { item, files, like }: { item: UpsertItem; files: readonly FormFile[]; like: SourceRow | undefined },
  ): SourceValues {
    const before = like && settingsOf(like)
    const loader = nodeOf('loader', item.loader)
    const splitter = nodeOf('splitter', item.splitter)
    const loaderId = loader?.name ?? like?.loader_id ?? (files.length > 0 ? FILE_LOADER : undefined)
    if (loaderId === undefined) throw invalid('loader', 'Name a loader, or the docId of a source to load like.')
    const [fileInput] = files.length > 0 ? fileInputsOf(sources.describe(loaderId)) : []
    if (files.length > 0 && !fileInput) throw invalid('files', `"${loaderId}" reads no files.`)
    const base = before && like.loader_id === loaderId ? before.loaderConfig : {}
    const splitterId = splitter?.name ?? before?.splitterId
    const splitterBase = before && before.splitterId === splitterId ? before.splitterConfig : {}
    return {
      ...(like && isYes(item.replaceExisting) && like.store_id === storeId && { id: like.id }),
      storeId,
      loaderId,
      ...((item.loaderName ?? like?.loader_name) !== undefined && { loaderName: item.loaderName ?? like?.loader_name }),
      loaderConfig: {
        ...base,
        ...loader?.config,
        ...(item.metadata !== undefined && { metadata: objectOf('metadata', item.metadata) }),
        ...(fileInput && { [fileInput.name]: files.map(dataUrl) }),
      },
      ...(splitterId !== undefined && { splitterId, splitterName: before?.splitterName ?? splitterId }),
      splitterConfig: { ...splitterBase, ...splitter?.config },
      ...(before?.credential !== undefined && { credential: before.credential }),
    }
  }
}

interface ChosenNodes {
  embedding?: ChosenNode | undefined
  vectorStore?: ChosenNode | undefined
  recordManager?: ChosenNode | undefined
}

function pickIndex({ embedding, vector_store, record_manager, updated_date }: StoreRow): IndexColumns {
  return { embedding, vector_store, record_manager, updated_date }
}

function indexValues({ embedding, vectorStore, recordManager }: ChosenNodes): IndexChoice {
  return {
    ...(embedding && { embeddingName: embedding.name, embeddingConfig: embedding.config }),
    ...(vectorStore && { vectorStoreName: vectorStore.name, vectorStoreConfig: vectorStore.config }),
    ...(recordManager && { recordManagerName: recordManager.name, recordManagerConfig: recordManager.config }),
  }
}

/** Whether a request asks for a store of its own, beside the one it names. */
export function makesStore({ createNewDocStore }: UpsertItem): boolean {
  return isYes(createNewDocStore)
}

/** Forms send text where JSON has the value itself. */
function objectOf(field: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null || value === '') return {}
  let read: unknown = value
  if (typeof value === 'string') {
    try {
      read = parseJson(value)
    } catch {
      throw invalid(field, 'Expected an object, or the JSON text of one.')
    }
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw invalid(field, 'Expected an object, or the JSON text of one.')
  }
  return { ...read }
}

function nodeOf(field: string, value: unknown): GivenNode | undefined {
  const { name, config } = objectOf(field, value)
  if (name === undefined && config === undefined) return undefined
  return { ...(typeof name === 'string' && name !== '' && { name }), config: objectOf(`${field}.config`, config) }
}

function isYes(value: boolean | string | undefined): boolean {
  return value === true || value === 'true'
}

function dataUrl({ name, mimeType, bytes }: FormFile): string {
  return `data:${mimeType};base64,${bytes.toString('base64')},filename:${name}`
}

function invalid(field: string, message: string): AppError {
  return new AppError(
    'invalid-request',
    { issues: [{ path: `body.${field}`, message }] },
    { message: `${field}: ${message}` },
  )
}
