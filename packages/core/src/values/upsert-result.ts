import type { Document } from './documents.ts'

export interface DocumentFailure {
  document: string
  message: string
  hint?: string
}

export interface UpsertResult {
  /** Documents of sources that are new here. */
  numAdded: number
  /** New documents of sources that were loaded before and have changed since. */
  numUpdated: number
  /** Documents that were here already. */
  numSkipped: number
  numDeleted: number
  /** What was stored, with ids; long lists are cut. */
  addedDocs: Document[]
  /** What could not be read, while the rest was. */
  failures: DocumentFailure[]
}
