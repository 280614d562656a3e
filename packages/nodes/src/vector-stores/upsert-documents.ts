import {
  NodeError,
  type Document,
  type DocumentFailure,
  type RecordManager,
  type ReportFailure,
  type Run,
  type UpsertProgress,
  type UpsertResult,
  type UpsertWatch,
  type VectorRecord,
} from '@chatwright/core'
import { mapInTurns } from '../turns/take-turns.ts'
import { documentId } from './document-id.ts'
import type { StoreSettings } from './store-settings.ts'

const BATCH_SIZE = 64
const SHOWN_DOCUMENTS = 100

interface IdentifiedDocument extends Document {
  id: string
}

/** Loads the connected documents, embeds what is new in batches and stores it; each batch is safe once it is stored. */
export async function upsertDocuments(
  settings: StoreSettings,
  run: Run,
  { onProgress = () => {}, stored, onStored = async () => {} }: UpsertWatch = {},
): Promise<UpsertResult> {
  const { recordManager, namespace, backend } = settings
  const before = (!backend.isForgetful && stored) || NOTHING_STORED
  const startedAt = run.now()
  const { loaded, failures } = await loadDocuments(settings, run, onProgress)
  const documents = await identify(loaded, namespace)
  const known = recordManager ? await recordManager.known(namespace, idsOf(documents)) : []
  const knownGroups = recordManager ? await recordManager.knownGroups(namespace) : new Set<string>()
  const fresh = documents.filter(({ id }, index) => before.has(id) || !known[index])
  const unchanged = documents.filter(({ id }, index) => before.has(id) || known[index])
  const isUpdate = updatesOf({ recordManager, knownGroups, before, fresh })

  const left = fresh.filter(({ id }) => !before.has(id))
  const done = fresh.length - left.length
  await storeInBatches({ ...settings, run, onProgress, onStored, isUpdate, startedAt, done }, left)
  if (recordManager) await recordManager.remember(namespace, recordsOf(unchanged, recordManager), startedAt)
  const isWhole = failures.length === 0
  const numDeleted = recordManager
    ? await removeStale(recordManager, { settings, run, documents, startedAt, isWhole })
    : 0

  const numUpdated = fresh.filter(isUpdate).length
  return {
    numAdded: fresh.length - numUpdated,
    numUpdated,
    numSkipped: loaded.length - fresh.length,
    numDeleted,
    addedDocs: fresh.slice(0, SHOWN_DOCUMENTS),
    failures: failures.slice(0, SHOWN_DOCUMENTS),
  }
}

const NOTHING_STORED: NonNullable<UpsertWatch['stored']> = new Map()

/**
 * Which documents are newer states of sources loaded before. A document without a source is none; and where an earlier
 * attempt at this very load began with a source, it is as new as it was then.
 */
function updatesOf({
  recordManager,
  knownGroups,
  before,
  fresh,
}: {
  recordManager: RecordManager | undefined
  knownGroups: ReadonlySet<string>
  before: NonNullable<UpsertWatch['stored']>
  fresh: readonly IdentifiedDocument[]
}): (document: IdentifiedDocument) => boolean {
  if (!recordManager) return () => false
  const groupOf = (document: IdentifiedDocument): string => recordsOf([document], recordManager)[0]?.group ?? ''
  const begun = new Set(fresh.filter(({ id }) => before.get(id) === 'added').map(groupOf))
  return (document) => {
    const as = before.get(document.id)
    if (as) return as === 'updated'
    const group = groupOf(document)
    return document.metadata[recordManager.sourceIdKey] !== undefined && knownGroups.has(group) && !begun.has(group)
  }
}

async function loadDocuments(
  { documents }: StoreSettings,
  run: Run,
  onProgress: (progress: UpsertProgress) => void,
): Promise<{ loaded: Document[]; failures: DocumentFailure[] }> {
  const sources = documents ?? []
  if (sources.length === 0) {
    throw new NodeError('No documents are connected.', {
      code: 'missing-input',
      field: 'document',
      hint: 'Connect a document loader to the Document input and load again.',
    })
  }
  const loaded: Document[] = []
  const failures: DocumentFailure[] = []
  const errors: unknown[] = []
  for (const [index, source] of sources.entries()) {
    onProgress({ stage: 'loading', done: index, total: sources.length })
    const reported = failures.length
    try {
      const report: ReportFailure = (document, error) => failures.push(describeFailure(document, error))
      for (const document of await source.load(run, report)) loaded.push(document)
    } catch (error) {
      run.signal.throwIfAborted()
      errors.push(error)
      // Where single documents were named, the source as a whole says nothing more.
      if (failures.length === reported) failures.push(describeFailure(`Source ${index + 1}`, error))
    }
  }
  // What was loaded is worth keeping; where nothing was, the first reason is the answer.
  if (loaded.length === 0 && errors.length > 0) throw errors[0]
  onProgress({ stage: 'loading', done: sources.length, total: sources.length })
  return { loaded: loaded.filter((document) => document.pageContent.trim() !== ''), failures }
}

function describeFailure(document: string, error: unknown): DocumentFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { document, message, ...(error instanceof NodeError && error.hint !== undefined && { hint: error.hint }) }
}

/** Equal documents are one. */
async function identify(documents: readonly Document[], namespace: string): Promise<IdentifiedDocument[]> {
  const byId = new Map<string, IdentifiedDocument>()
  await mapInTurns(documents, (document) => {
    const id = documentId(namespace, document)
    byId.set(id, { ...document, id })
  })
  return [...byId.values()]
}

interface Storing extends StoreSettings {
  run: Run
  onProgress: (progress: UpsertProgress) => void
  onStored: NonNullable<UpsertWatch['onStored']>
  isUpdate: (document: IdentifiedDocument) => boolean
  startedAt: number
  /** How many an earlier attempt has stored. */
  done: number
}

async function storeInBatches(storing: Storing, documents: readonly IdentifiedDocument[]): Promise<void> {
  const { backend, recordManager, namespace, run, onProgress, onStored, isUpdate, startedAt, done: before } = storing
  const total = before + documents.length
  for (let start = 0; start < documents.length; start += BATCH_SIZE) {
    run.signal.throwIfAborted()
    const done = before + start
    onProgress({ stage: 'embedding', done, total })
    const batch = documents.slice(start, start + BATCH_SIZE)
    const records = await embed(batch, storing, run)
    if (start === 0) await backend.prepare?.(records[0]?.vector.length ?? 0, run)
    onProgress({ stage: 'storing', done, total })
    await backend.put(records, run)
    if (recordManager) await recordManager.remember(namespace, recordsOf(batch, recordManager), startedAt)
    await onStored({
      added: idsOf(batch.filter((document) => !isUpdate(document))),
      updated: idsOf(batch.filter(isUpdate)),
    })
  }
  onProgress({ stage: 'storing', done: total, total })
}

/** Embeds documents, but those whose vectors are known, and stores them under their ids. */
export async function addDocuments(
  settings: Pick<StoreSettings, 'backend' | 'embeddings'>,
  { documents, vectors }: { documents: readonly IdentifiedDocument[]; vectors?: KnownVectors | undefined },
  run: Run,
): Promise<void> {
  for (let start = 0; start < documents.length; start += BATCH_SIZE) {
    run.signal.throwIfAborted()
    const batch = documents.slice(start, start + BATCH_SIZE)
    const known = batch.flatMap((document) => toRecord(document, vectors?.get(document.id)) ?? [])
    const ids = new Set(known.map(({ id }) => id))
    const unknown = batch.filter(({ id }) => !ids.has(id))
    const records = [...known, ...(unknown.length === 0 ? [] : await embed(unknown, settings, run))]
    await settings.backend.prepare?.(records[0]?.vector.length ?? 0, run)
    await settings.backend.put(records, run)
  }
}

type KnownVectors = ReadonlyMap<string, readonly number[]>

function toRecord(
  { id, pageContent, metadata }: IdentifiedDocument,
  vector: readonly number[] | undefined,
): VectorRecord | undefined {
  return vector && vector.length > 0 ? { id, vector, document: { pageContent, metadata } } : undefined
}

async function embed(
  batch: readonly IdentifiedDocument[],
  { embeddings }: Pick<StoreSettings, 'embeddings'>,
  run: Run,
): Promise<VectorRecord[]> {
  const vectors = await embeddings.embedDocuments(
    batch.map((document) => document.pageContent),
    run,
  )
  return batch.map((document, index) => {
    const record = toRecord(document, vectors[index])
    if (!record) {
      throw new NodeError(`The embedding model ${embeddings.modelName} returned no vector for a document.`, {
        hint: 'Check the embeddings node. Its model may not be an embedding model.',
      })
    }
    return record
  })
}

interface Removal {
  settings: StoreSettings
  run: Run
  documents: readonly IdentifiedDocument[]
  startedAt: number
  /** Everything could be read. */
  isWhole: boolean
}

/**
 * Deletes what an earlier load stored and this one did not bring: of the same sources, or of all with `full`. What could
 * not be read today is not gone, so a load with failures cleans up only after the sources it did read.
 */
async function removeStale(recordManager: RecordManager, removal: Removal): Promise<number> {
  const { settings, run, startedAt, isWhole } = removal
  if (recordManager.cleanup === 'none') return 0
  const hasSource = ({ metadata }: Document): boolean => metadata[recordManager.sourceIdKey] !== undefined
  const documents = isWhole ? removal.documents : removal.documents.filter(hasSource)
  const groups = [...new Set(recordsOf(documents, recordManager).map((record) => record.group))]
  const stale = await recordManager.stale(settings.namespace, {
    before: startedAt,
    ...((recordManager.cleanup === 'incremental' || !isWhole) && { groups }),
  })
  if (stale.length === 0) return 0
  await settings.backend.delete(stale, run)
  await recordManager.forget(settings.namespace, stale)
  return stale.length
}

function recordsOf(
  documents: readonly IdentifiedDocument[],
  { sourceIdKey }: RecordManager,
): { key: string; group: string }[] {
  return documents.map(({ id, metadata }) => {
    const source = metadata[sourceIdKey]
    return { key: id, group: typeof source === 'string' ? source : JSON.stringify(source ?? '') }
  })
}

function idsOf(documents: readonly IdentifiedDocument[]): string[] {
  return documents.map((document) => document.id)
}
