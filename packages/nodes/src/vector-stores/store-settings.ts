import type { Documents, Embeddings, RecordManager } from '@chatwright/core'
import type { VectorBackend } from './vector-backend.ts'

export interface StoreSettings {
  backend: VectorBackend
  embeddings: Embeddings
  documents?: readonly Documents[] | undefined
  recordManager?: RecordManager | undefined
  /** Tells the contents of one place from another's in a record manager. */
  namespace: string
  topK: number
  filter?: Record<string, unknown> | undefined
  diversity?: { fetchK: number; lambda: number } | undefined
  /** Search by words as well and merge both rankings. */
  isHybrid?: boolean
}
