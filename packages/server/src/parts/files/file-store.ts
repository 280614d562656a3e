import { randomBytes } from 'node:crypto'
import type { Blob, BlobStore } from '../../ground/blobs/blob-store.ts'

export type KeptFile = Blob

/** Files that flows hold references to. */
export interface FileStore {
  /** Keeps a file and returns the name we made for it. */
  save(file: KeptFile): Promise<string>
  /** The name of a file that is yet to be kept. */
  newId(): string
  saveAs(id: string, file: KeptFile): Promise<void>
  isId(id: string): boolean
  find(id: string): Promise<KeptFile | undefined>
  delete(id: string): Promise<void>
}

/** Ids are ours: 24 random bytes. Nothing that comes from outside becomes a key without having this shape. */
const idShape = /^[\w-]{32}$/

export function createFileStore(blobs: BlobStore): FileStore {
  // Two letters deep, so that no folder grows without end.
  const keyOf = (id: string): string => `files/${id.slice(0, 2)}/${id}`
  const newId = (): string => randomBytes(24).toString('base64url')
  const saveAs = (id: string, file: KeptFile): Promise<void> => blobs.put(keyOf(id), file)
  return {
    async save(file) {
      const id = newId()
      await saveAs(id, file)
      return id
    },
    newId,
    saveAs,
    isId: (id) => idShape.test(id),
    find: async (id) => (idShape.test(id) ? blobs.get(keyOf(id)) : undefined),
    async delete(id) {
      if (idShape.test(id)) await blobs.delete(keyOf(id))
    },
  }
}
