import type { Run } from '../run/run.ts'
import type { Document, ScoredDocument } from './documents.ts'
import type { UpsertResult } from './upsert-result.ts'

/** The value of a document loader: its documents, loaded when asked for. */
export interface Documents {
  readonly kind: 'documents'
  /** Without somebody to report to, one document that cannot be read fails them all. */
  load(run: Run, report?: ReportFailure): Promise<Document[]>
}

/** Hears of a document that could not be read while others were. */
export type ReportFailure = (document: string, error: unknown) => void

export interface TextSplitter {
  readonly kind: 'text-splitter'
  splitText(text: string): Promise<string[]>
  /** With the run it is done for, it is part of that run's trace. */
  splitDocuments(documents: readonly Document[], run?: Run): Promise<Document[]>
}

export interface Embeddings {
  readonly kind: 'embeddings'
  readonly modelName: string
  embedDocuments(texts: readonly string[], run: Run): Promise<number[][]>
  embedQuery(text: string, run: Run): Promise<number[]>
}

/** One stage of a search, and what it found in its own order, each with the score of this stage. */
export interface SearchStage {
  name: 'nearness' | 'words' | 'fused' | 'reranked'
  found: readonly ScoredDocument[]
}

export interface RetrieveOptions {
  k?: number
  filter?: Record<string, unknown>
  /** Hears of each stage, where a store has several; what is found is the same with it and without. */
  onStage?: (stage: SearchStage) => void
}

export interface Retriever {
  readonly kind: 'retriever'
  retrieve(query: string, run: Run, options?: RetrieveOptions): Promise<ScoredDocument[]>
}

export interface UpsertProgress {
  stage: 'loading' | 'splitting' | 'embedding' | 'storing'
  done: number
  total: number
  /** What is being worked on. */
  document?: string
}

/** Follows a load, and says what of it an earlier attempt has done. */
export interface UpsertWatch {
  onProgress?: (progress: UpsertProgress) => void
  /** Passages that an earlier attempt stored, by id, as what they counted then. */
  stored?: ReadonlyMap<string, 'added' | 'updated'>
  /** Hears of passages once they are safe in the store; the next ones wait for it. */
  onStored?: (stored: { added: string[]; updated: string[] }) => Promise<void>
}

export interface VectorRecord {
  id: string
  vector: readonly number[]
  document: Document
}

export interface VectorStore {
  readonly kind: 'vector-store'
  search(query: string, run: Run, options?: RetrieveOptions): Promise<ScoredDocument[]>
  searchByVector(vector: readonly number[], run: Run, options?: RetrieveOptions): Promise<ScoredDocument[]>
  /** Loads the connected documents, splits, embeds and stores them. */
  upsert(run: Run, watch?: UpsertWatch): Promise<UpsertResult>
  /**
   * Embeds documents that have ids, and stores them under these; what is there already is replaced.
   *
   * @param vectors by id, of those that need not be embedded
   */
  add(
    documents: readonly (Document & { id: string })[],
    run: Run,
    vectors?: ReadonlyMap<string, readonly number[]>,
  ): Promise<void>
  /** Those of these ids that are there, with their vectors; missing where a store gives none back. */
  stored?(ids: readonly string[], run: Run): Promise<VectorRecord[]>
  /** What it holds ends with the process. */
  readonly isForgetful?: boolean
  delete(ids: readonly string[], run: Run): Promise<void>
  readonly embeddings: Embeddings
}

export interface RecordManager {
  readonly kind: 'record-manager'
  readonly cleanup: 'none' | 'incremental' | 'full'
  readonly sourceIdKey: string
  /** Which of these keys are known already. */
  known(namespace: string, keys: readonly string[]): Promise<boolean[]>
  /** Of which sources something was remembered before. */
  knownGroups(namespace: string): Promise<ReadonlySet<string>>
  remember(namespace: string, records: readonly { key: string; group: string }[], at: number): Promise<void>
  stale(namespace: string, options: { before: number; groups?: readonly string[] }): Promise<string[]>
  forget(namespace: string, keys: readonly string[]): Promise<void>
}
