import type { Run, ScoredDocument, VectorRecord } from '@chatwright/core'

export interface VectorMatch extends ScoredDocument {
  /** Given when it was asked for and the store can. */
  vector?: readonly number[]
}

export interface BackendSearch {
  k: number
  filter?: Record<string, unknown>
  /** The vectors of the documents found are needed too. */
  withVectors?: boolean
}

/** All that tells one vector store from another; loading, embedding and diversity are the same for all. */
export interface VectorBackend {
  /** What it holds ends with the process: whoever takes a load up again begins at the beginning. */
  readonly isForgetful?: boolean
  put(records: readonly VectorRecord[], run: Run): Promise<void>
  search(vector: readonly number[], search: BackendSearch, run: Run): Promise<VectorMatch[]>
  delete(ids: readonly string[], run: Run): Promise<void>
  /** Those of these ids that are there, with their vectors. */
  stored?(ids: readonly string[], run: Run): Promise<VectorRecord[]>
  /** Before the first `put`: makes what must exist for vectors of this length. */
  prepare?(dimension: number, run: Run): Promise<void>
  /** Search by words, for stores that have it. Its scores compare with nothing but each other. */
  searchText?(query: string, search: BackendSearch, run: Run): Promise<VectorMatch[]>
}

/** What came with its vector, as a record. */
export function withVectorsOnly(matches: readonly VectorMatch[]): VectorRecord[] {
  return matches.flatMap(({ id, vector, pageContent, metadata }) =>
    id !== undefined && vector ? [{ id, vector, document: { pageContent, metadata } }] : [],
  )
}
