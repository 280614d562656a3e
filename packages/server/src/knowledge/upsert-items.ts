import { AppError, type ChosenNode, type IndexValues, type SourceValues, type UpsertItem } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import type { FormFile } from '../http/form.ts'
import { fileInputsOf } from './kept-files.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import { settingsOf, type SourceRow } from './knowledge-store.ts'
import type { SourceService } from './source-service.ts'

/** What a request names beside what is stored: a node and values of its form. */
interface GivenNode {
  name?: string
  config: Record<string, unknown>
}

export interface MadeSource {
  row: SourceRow
  /** Takes back what was done for the request: what was made goes, what was there before becomes what it was. */
  undo: () => Promise<void>
  /** Lets go of what is no longer needed to take it back. */
  keep: () => Promise<void>
}

/** Reads any file. */
const FILE_LOADER = 'fileLoader'

/** Makes a request of the older API into a source that is stored and can be loaded. */
export function createUpsertItems({
  knowledge,
  sources,
}: {
  knowledge: Pick<
    KnowledgeService,
    'create' | 'delete' | 'deleteSource' | 'forgetFiles' | 'saveIndex' | 'requireStore' | 'requireNodes' | 'view'
  >
  sources: Pick<SourceService, 'save' | 'restore' | 'requireSource' | 'requireNodes' | 'describe'>
}) {
  return async (id: string, item: UpsertItem, files: readonly FormFile[] = []): Promise<MadeSource> => {
    await knowledge.requireStore(id)
    const like = item.docId === undefined ? undefined : await sources.requireSource(id, item.docId)
    // What is wrong with it is said before anything is made.
    sources.requireNodes(valuesOf(id, { item, files, like }))
    knowledge.requireNodes({
      embeddingName: nodeOf('embedding', item.embedding)?.name,
      vectorStoreName: nodeOf('vectorStore', item.vectorStore)?.name,
      recordManagerName: nodeOf('recordManager', item.recordManager)?.name,
    })
    const steps: (() => Promise<unknown>)[] = []
    const undo = async () => {
      for (const step of steps.toReversed()) await step()
    }
    try {
      const storeId = makesStore(item)
        ? await createBeside(id, item, (made) => steps.push(() => knowledge.delete(made, { isForced: true })))
        : id
      const row = await sources.save(valuesOf(storeId, { item, files, like }), { keepsFiles: true })
      const replaced = row.id === like?.id ? like : undefined
      // With a store that was made for it, it goes anyway.
      if (replaced) steps.push(() => sources.restore(replaced, row))
      else if (storeId === id) steps.push(() => knowledge.deleteSource(storeId, row.id))
      const before = await chooseIndex(storeId, item)
      if (before && storeId === id) steps.push(() => knowledge.saveIndex(before))
      return { row, undo, keep: async () => replaced && knowledge.forgetFiles([replaced]) }
    } catch (error) {
      await undo().catch(() => undefined)
      throw error
    }
  }

  async function createBeside(id: string, { docStore }: UpsertItem, onMade: (id: string) => void): Promise<string> {
    const before = await knowledge.view(id)
    const { name, description } = objectOf('docStore', docStore)
    const { id: made } = await knowledge.create({
      name: typeof name === 'string' && name.trim() !== '' ? name : before.name,
      description: typeof description === 'string' ? description : before.description,
    })
    onMade(made)
    const { embeddingConfig: embedding, vectorStoreConfig: vectorStore } = before
    await knowledge.saveIndex(indexValues(made, { embedding, vectorStore }))
    return made
  }

  /** What was chosen before, where that changes. */
  async function chooseIndex(storeId: string, item: UpsertItem): Promise<IndexValues | undefined> {
    const embedding = nodeOf('embedding', item.embedding)
    const vectorStore = nodeOf('vectorStore', item.vectorStore)
    const recordManager = nodeOf('recordManager', item.recordManager)
    if (!embedding && !vectorStore && !recordManager) return undefined
    const before = await knowledge.view(storeId)
    const merged = (given: GivenNode | undefined, stored: { name: string; config: Record<string, unknown> } | null) => {
      const name = given?.name ?? stored?.name
      const base = stored && stored.name === name ? stored.config : {}
      return given && name !== undefined ? { name, config: { ...base, ...given.config } } : undefined
    }
    const chosen = {
      embedding: merged(embedding, before.embeddingConfig),
      vectorStore: merged(vectorStore, before.vectorStoreConfig),
      recordManager: merged(recordManager, before.recordManagerConfig),
    }
    await knowledge.saveIndex(indexValues(storeId, chosen))
    return indexValues(storeId, {
      embedding: before.embeddingConfig,
      vectorStore: before.vectorStoreConfig,
      recordManager: before.recordManagerConfig,
    })
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
  embedding?: ChosenNode | null | undefined
  vectorStore?: ChosenNode | null | undefined
  recordManager?: ChosenNode | null | undefined
}

function indexValues(storeId: string, { embedding, vectorStore, recordManager }: ChosenNodes): IndexValues {
  return {
    storeId,
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
