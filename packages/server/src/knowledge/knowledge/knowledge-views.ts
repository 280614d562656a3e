import type { FlowName, Job, KnowledgeSource, KnowledgeStore, Passage } from '@chatwright/contract'
import { chosenIndex, isSameIndex } from './index-choice.ts'
import { isActive } from './knowledge-jobs.ts'
import {
  builtWithOf,
  chosenOf,
  failuresOf,
  filesOf,
  settingsOf,
  type SourceRow,
  type StoreRow,
} from './knowledge-store.ts'
import { factsOf } from './passage-index.ts'
import type { PassageRow } from './passage-store.ts'
import { revisionOfSource, revisionOfStore } from './revisions.ts'

export interface StoreParts {
  sources: readonly SourceRow[]
  job: Job | null
  whereUsed: FlowName[]
  /** Some of its passages are in no index. */
  isBehind: boolean
}

export function toStore(row: StoreRow, parts: StoreParts): KnowledgeStore {
  const { sources, job, whereUsed } = parts
  const isLoading = job !== null && isActive(job)
  const loaders = sources.map((source) => toSource(source, isLoading))
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    loaders,
    whereUsed,
    status: statusOf(row, parts),
    embeddingConfig: chosenIndex(row).embedding,
    vectorStoreConfig: chosenIndex(row).vectorStore,
    recordManagerConfig: chosenOf(row.record_manager),
    totalChars: loaders.reduce((sum, { totalChars }) => sum + totalChars, 0),
    totalChunks: loaders.reduce((sum, { totalChunks }) => sum + totalChunks, 0),
    job,
    refresh:
      row.refresh_cron === null
        ? null
        : { cron: row.refresh_cron, timezone: row.refresh_timezone ?? 'UTC', nextDate: row.next_refresh },
    revision: revisionOfStore(row),
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

/** Told from what is there, and kept nowhere: a store cannot be stuck in one. */
function statusOf(row: StoreRow, { sources, job, isBehind }: StoreParts): KnowledgeStore['status'] {
  if (job && isActive(job)) return INDEXING.has(job.progress?.stage) ? 'UPSERTING' : 'SYNCING'
  if (sources.length === 0) return 'EMPTY'
  if (sources.some(({ loaded_date: loaded }) => loaded === null)) return 'STALE'
  if (sources.every(({ passages }) => passages === 0)) {
    return sources.some((source) => failuresOf(source).length > 0) ? 'STALE' : 'EMPTY'
  }
  const built = builtWithOf(row)
  return built && !isBehind && isSameIndex(built, chosenIndex(row)) ? 'UPSERTED' : 'SYNC'
}

const INDEXING: ReadonlySet<string | undefined> = new Set(['embedding', 'copying'])

export function toSource(row: SourceRow, isLoading = false): KnowledgeSource {
  const { credential, ...settings } = settingsOf(row)
  const files = filesOf(row)
  return {
    id: row.id,
    loaderId: row.loader_id,
    loaderName: row.loader_name,
    ...settings,
    ...(credential !== undefined && { credential }),
    totalChunks: row.passages,
    totalChars: row.characters,
    status: isLoading || row.loaded_date === null ? 'SYNCING' : 'SYNC',
    files: files.map((file) => ({ ...file, status: 'NEW', uploaded: row.updated_date })),
    source: files.length > 0 ? files.map(({ name }) => name).join(', ') : addressOf(settings.loaderConfig),
    failures: failuresOf(row),
    loadedDate: row.loaded_date,
    revision: revisionOfSource(row),
  }
}

/** What loaders call the place they read from. */
const ADDRESSES = ['url', 'repoLink', 'folderPath', 'baseUrl']

function addressOf(config: Record<string, unknown>): string {
  const found = ADDRESSES.map((name) => config[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? found : beginningOf(config['text'])
}

const SHOWN_TEXT = 100

/** The first words of what somebody typed, in one line. */
function beginningOf(typed: unknown): string {
  if (typeof typed !== 'string') return ''
  // No more is looked at than can be shown, however much was typed.
  const words = typed.slice(0, SHOWN_TEXT * 10).split(/\s+/)
  // A heading is read without its marks.
  const line = words
    .filter((word) => !/^#{1,6}$/.test(word))
    .join(' ')
    .trim()
  return line.length <= SHOWN_TEXT ? line : `${Array.from(line).slice(0, SHOWN_TEXT).join('').trimEnd()}…`
}

export function toPassage(row: PassageRow, chunkNo: number): Passage {
  return {
    id: row.id,
    docId: row.source_id,
    storeId: row.store_id,
    chunkNo,
    pageContent: row.content,
    metadata: factsOf(row),
    document: row.document,
    isOn: row.is_on === 1,
    isEdited: row.is_edited === 1,
  }
}
