import type { BlobFolder } from './blob-folders.ts'

/** Bytes with a name and a type, as somebody gave them. */
export interface Blob {
  name: string
  mimeType: string
  bytes: Uint8Array
}

/** Where bytes lie: this server's disk, or a bucket. Keys are ours, of letters, digits, `-`, `_` and `/` only. */
export interface BlobStore {
  /** Whole or not at all: a reader never meets half of it. */
  put(key: string, blob: Blob): Promise<void>
  get(key: string): Promise<Blob | undefined>
  /** The keys of everything that is kept, or of what lies in one folder. */
  list(folder?: BlobFolder): AsyncIterable<string>
  /** Forgets one key, or everything below it. */
  delete(key: string): Promise<void>
}
