import { AppError, type SourceValues, type UpsertItem } from '@chatwright/contract'
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

/** Reads any file. */
const FILE_LOADER = 'fileLoader'

/** Makes a request of the older API into a source that is stored and can be loaded. */
export function createUpsertItems({
  knowledge,
  sources,
}: {
  knowledge: Pick<KnowledgeService, 'create' | 'saveIndex' | 'requireStore' | 'view'>
  sources: Pick<SourceService, 'save' | 'requireSource' | 'describe'>
}) {
  return async (id: string, item: UpsertItem, files: readonly FormFile[] = []): Promise<SourceRow> => {
    const storeId = isYes(item.createNewDocStore) ? await createBeside(id, item) : id
    await chooseIndex(storeId, item)
    const like = item.docId === undefined ? undefined : await sources.requireSource(id, item.docId)
    return sources.save(valuesOf(storeId, { item, files, like }))
  }

  async function createBeside(id: string, { docStore }: UpsertItem): Promise<string> {
    const before = await knowledge.view(id)
    const { name, description } = objectOf('docStore', docStore)
    const { id: made } = await knowledge.create({
      name: typeof name === 'string' && name.trim() !== '' ? name : before.name,
      description: typeof description === 'string' ? description : before.description,
    })
    const { embeddingConfig, vectorStoreConfig } = before
    await knowledge.saveIndex({
      storeId: made,
      ...(embeddingConfig && { embeddingName: embeddingConfig.name, embeddingConfig: embeddingConfig.config }),
      ...(vectorStoreConfig && {
        vectorStoreName: vectorStoreConfig.name,
        vectorStoreConfig: vectorStoreConfig.config,
      }),
    })
    return made
  }

  async function chooseIndex(storeId: string, item: UpsertItem): Promise<void> {
    const embedding = nodeOf('embedding', item.embedding)
    const vectorStore = nodeOf('vectorStore', item.vectorStore)
    const recordManager = nodeOf('recordManager', item.recordManager)
    if (!embedding && !vectorStore && !recordManager) return
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
    await knowledge.saveIndex({
      storeId,
      ...(chosen.embedding && { embeddingName: chosen.embedding.name, embeddingConfig: chosen.embedding.config }),
      ...(chosen.vectorStore && {
        vectorStoreName: chosen.vectorStore.name,
        vectorStoreConfig: chosen.vectorStore.config,
      }),
      ...(chosen.recordManager && {
        recordManagerName: chosen.recordManager.name,
        recordManagerConfig: chosen.recordManager.config,
      }),
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
