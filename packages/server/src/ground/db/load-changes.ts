import type { Insertable, Selectable } from 'kysely'
import type { KnowledgeSourceTable, KnowledgeStoreTable } from './knowledge-tables.ts'

type SourceRow = Selectable<KnowledgeSourceTable>
type StoreRow = Selectable<KnowledgeStoreTable>

/** What people chose for the index of a store, and when. */
export type IndexColumns = Pick<StoreRow, 'embedding' | 'vector_store' | 'record_manager' | 'updated_date'>

/** What is written together with the beginning of a load: all of it, or nothing where another load is under way. */
export interface LoadChanges {
  /** A store that is made for the load. */
  store?: Insertable<KnowledgeStoreTable> | undefined
  /** Sources as they are from now on, and as they were read. */
  sources?: readonly { row: SourceRow; before: SourceRow | undefined }[]
  index?: { chosen: IndexColumns; before: StoreRow } | undefined
}

/** Where what a load takes back is kept, by its run, from its beginning until it is done or all is taken back. */
export const UNDO_RECORDS = 'knowledge-undo'

/** What makes a store what it was before the changes of a load. Plain JSON. */
export interface LoadUndo {
  /** `updatedDate` tells whether a source is still what the load was begun with. */
  sources: { id: string; updatedDate: string; before: SourceRow | null }[]
  /** Files that were kept for them. */
  files: string[]
  index?: { chosen: IndexColumns; before: IndexColumns }
  /** The store was made for the load, and goes with it. */
  isMade?: true
}
