import type { BroughtStore, ChosenNode } from '@chatwright/contract'
import {
  parseFiles,
  parseJson,
  STORED_FILE_PREFIX,
  type CatalogueIndex,
  type FileAccess,
  type NodeDescription,
} from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import type { Row } from '../database/backup-file.ts'
import { fileInputsOf, keepFiles } from '../../knowledge/knowledge/kept-files.ts'
import type { Placed } from './place-rows.ts'
import { readSources, type FileSource } from './read-stores.ts'

interface Surroundings {
  index: CatalogueIndex
  credentials: ReadonlySet<string>
  /** Ids of sources that other stores have. */
  sourceIds: ReadonlyMap<string, string>
  /** Ids of sources that this file has given already: one that stands there twice is kept once. */
  takenSourceIds: Set<string>
  hasFile(id: string): Promise<boolean>
  /** Where files that lie in it are kept; nowhere in a trial. */
  files: Pick<FileAccess, 'open' | 'save' | 'forget'> | undefined
  at: string
}

export interface BroughtStoreRows {
  report: BroughtStore
  /** None for what is refused or left as it is here. */
  placed: Placed
  sources: Row[]
}

const DOCUMENTS = 'Document Loaders'

/** A store of documents with its sources and settings. Its documents are not in a file: they are loaded again. */
export async function bringStore(placed: Placed, around: Surroundings): Promise<BroughtStoreRows> {
  const { brought, row } = placed
  if (!row) return { placed, report: { ...brought, notes: [] }, sources: [] }
  const { loaders, ...columns } = row
  const { sources: read, unread } = readSources(loaders)
  const notes: string[] = []
  const store: Row = {
    ...columns,
    embedding: knownNode(row['embedding'], 'Embeddings', { around, notes }),
    vector_store: knownNode(row['vector_store'], 'Vector Stores', { around, notes }),
    record_manager: knownNode(row['record_manager'], 'Record Manager', { around, notes }),
  }
  const sources: Row[] = []
  for (const [place, source] of read.entries()) {
    // Sources are listed by their dates: each gets one of its own, so that they stay in the order of the file.
    const at = new Date(Date.parse(around.at) + place).toISOString()
    const made = await bringSource(source, { storeId: brought.id, around: { ...around, at }, notes })
    if (made) sources.push(made)
  }
  if (unread > 0) notes.push(`${unread === 1 ? 'One of its sources' : `${unread} of its sources`} can't be read.`)
  if (sources.length > 0) notes.push('Its documents need to be loaded again. Open it under Knowledge and press Load.')
  return { placed: { ...placed, row: store }, report: { ...brought, notes }, sources }
}

interface Noting {
  around: Surroundings
  notes: string[]
}

/** What a store was made of, where there is such a node here; without it, what a new store has. */
function knownNode(text: Row[string] | undefined, category: string, { around, notes }: Noting): string | null {
  if (typeof text !== 'string') return null
  const { name, config } = parseJson(text) as ChosenNode
  const description = around.index.describe(name)
  if (!description || description.category !== category) {
    if (category !== 'Record Manager') notes.push(`${name} isn't available here, so the built-in one is used instead.`)
    return null
  }
  noteCredential(description, credentialOf(config), { around, notes })
  if (category === 'Vector Stores' && description.name !== 'builtInVectorStore') {
    notes.push(`${description.label}: its vectors are written again, next to the existing ones.`)
  }
  return JSON.stringify({ name: description.name, config })
}

async function bringSource(
  source: FileSource,
  { storeId, around, notes }: Noting & { storeId: string },
): Promise<Row | undefined> {
  const description = around.index.describe(source.loaderId)
  const name = source.loaderName || description?.label || source.loaderId
  if (!description || description.category !== DOCUMENTS) {
    notes.push(`${name}: ${source.loaderId} isn't available here, so this source was skipped.`)
    return undefined
  }
  noteCredential(description, source.credential ?? credentialOf(source.loaderConfig), { around, notes })
  const loaderConfig = await withFilesHere(source.loaderConfig, description, { name, around, notes })
  const splitter = around.index.describe(source.splitterId)
  const isSplit = splitter?.category === 'Text Splitters'
  if (source.splitterId !== '' && !isSplit) {
    notes.push(`${name}: ${source.splitterId} isn't available here, so its documents aren't split.`)
  }
  const kept = around.files
    ? await keepFiles(loaderConfig, description, around.files)
    : { config: loaderConfig, files: [] }
  const settings = {
    loaderConfig: kept.config,
    splitterId: isSplit ? splitter.name : '',
    splitterName: isSplit ? source.splitterName || splitter.label : '',
    splitterConfig: isSplit ? source.splitterConfig : {},
    ...(source.credential !== undefined && { credential: source.credential }),
  }
  return {
    id: freeSourceId(source.id, storeId, around),
    store_id: storeId,
    loader_id: description.name,
    loader_name: name,
    settings: JSON.stringify(settings),
    files: JSON.stringify(kept.files),
    failures: '[]',
    passages: 0,
    characters: 0,
    loaded_date: null,
    created_date: around.at,
    updated_date: around.at,
  }
}

/** The id a source had, where no other source has it, here or in the file. */
function freeSourceId(id: string | undefined, storeId: string, { sourceIds, takenSourceIds }: Surroundings): string {
  const owner = id === undefined ? undefined : sourceIds.get(id)
  if (id === undefined || takenSourceIds.has(id) || (owner !== undefined && owner !== storeId)) return randomUUID()
  takenSourceIds.add(id)
  return id
}

/** Without the files that are neither here nor in the file: each is named, to be chosen again. */
async function withFilesHere(
  config: Record<string, unknown>,
  description: NodeDescription,
  { name, around, notes }: Noting & { name: string },
): Promise<Record<string, unknown>> {
  const here = { ...config }
  for (const input of fileInputsOf(description)) {
    const held = parseFiles(config[input.name])
    if (!held) continue
    const kept: string[] = []
    for (const file of held) {
      const id = file.startsWith(STORED_FILE_PREFIX) ? file.slice(STORED_FILE_PREFIX.length) : undefined
      if (id === undefined || (await around.hasFile(id))) kept.push(file)
      else notes.push(`${name}: the file ${id} is missing. Choose it again in this source.`)
    }
    here[input.name] = kept.length === 0 ? '' : kept
  }
  return here
}

function noteCredential({ label, credential }: NodeDescription, id: string, { around, notes }: Noting): void {
  if (!credential || (id === '' ? credential.optional === true : around.credentials.has(id))) return
  notes.push(`${label} needs a credential (${(credential.credentialNames ?? []).join(' or ')}).`)
}

/** Older clients keep it among the values. */
function credentialOf(config: Record<string, unknown>): string {
  const id = config['credential'] ?? config['FLOWISE_CREDENTIAL_ID']
  return typeof id === 'string' ? id : ''
}
