import type { ColumnType, Generated } from 'kysely'
import type { Flag, Json } from './column-types.ts'

/** A collection of documents that flows search. */
export interface KnowledgeStoreTable {
  id: string
  name: string
  description: string
  /** What people chose; it may be ahead of the index. */
  embedding: Json | null
  vector_store: Json | null
  record_manager: Json | null
  /** What the index that is searched was built with, and its number. */
  index_built: Json | null
  generation: number
  /** The index that is being built beside it. */
  index_next: Json | null
  /** The newest load. */
  load_job: string | null
  /** When its sources are read again by themselves, as a cron expression in a time zone, and when next. */
  refresh_cron: string | null
  refresh_timezone: string | null
  next_refresh: string | null
  /** The job that is deleting it. Nobody sees it any more. */
  removed_by: Generated<string | null>
  created_date: string
  updated_date: string
}

/** Where documents of a store come from. */
export interface KnowledgeSourceTable {
  id: string
  store_id: string
  loader_id: string
  loader_name: string
  /** The values of its forms. */
  settings: Json
  /** Files that are kept for it. */
  files: Json
  /** What could not be read the last time. */
  failures: Json
  /** Of what can be seen: changed in the transaction that changes its passages. */
  passages: number
  characters: number
  loaded_date: string | null
  /** The job that is deleting it. Nobody sees it any more. */
  removed_by: Generated<string | null>
  created_date: string
  updated_date: string
}

/** A change of a source; what it counts changes with its passages alone, and may have since it was read. */
export function withoutTotals<Changes extends { passages?: unknown; characters?: unknown }>(
  changes: Changes,
): Omit<Changes, 'passages' | 'characters'> {
  const { passages: _, characters: __, ...rest } = changes
  return rest
}

export interface KnowledgePassageTable {
  id: string
  store_id: string
  source_id: string
  /** The document it comes from, and its place there. */
  document: string
  seq: number
  content: string
  metadata: Json
  is_on: Flag
  is_edited: Flag
  /** `coming` until the load that brought it is whole; `going` until its vector is deleted. */
  state: 'live' | 'coming' | 'going'
  /** The number of the index that holds its vector; 0 without one, -1 where one may hold words it had, or never got to the end. */
  indexed: number
}

/** A question, and the passage that a search of its store is to find. */
export interface KnowledgeTestTable {
  id: string
  store_id: string
  question: string
  passage_id: string
  /** What it said when it was kept, and where it came from: known by it when a load made it anew. */
  content: string
  document: string
  created_date: string
}

export interface VectorDocumentTable {
  seq: Generated<number>
  collection: string
  id: string
  metadata: Json
  content: string
}

export interface VectorEmbeddingTable {
  seq: number
  collection: string
  dimensions: number
  /** 32-bit floats, little-endian. */
  embedding: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, Uint8Array>
  /** The number of the change of its collection that wrote it. */
  change: Generated<number>
}

export interface VectorCollectionTable {
  collection: string
  /** The number of its last change. On PostgreSQL its row is held until the change is there, so that none is seen before an earlier one. */
  changed: number
  /** How many documents were deleted from it. */
  removed: number
}

/** Which index of a collection is searched. */
export interface VectorIndexTable {
  id: string
  collection: string
  dimensions: number
  head: Json
}

export interface VectorIndexPartTable {
  id: string
  part: number
  collection: string
  dimensions: number
  bytes: ColumnType<Uint8Array | ArrayBuffer, Uint8Array, Uint8Array>
}
