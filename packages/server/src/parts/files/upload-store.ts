import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Blob, BlobStore } from '../../ground/blobs/blob-store.ts'

export interface UploadPlace {
  flowId: string
  chatId: string
}

export type UploadedFile = Blob

export interface UploadStore {
  save(place: UploadPlace, file: UploadedFile): Promise<void>
  find(place: UploadPlace, name: string): Promise<UploadedFile | undefined>
  /** Forgets the files of one chat, or of a whole flow. */
  forget(place: { flowId: string; chatId?: string }): Promise<void>
}

/** Files of conversations. Names from outside never become keys: only their digests do. */
export function createUploadStore(blobs: BlobStore): UploadStore {
  const flowKey = (flowId: string): string => `uploads/${digest(flowId)}`
  const chatKey = ({ flowId, chatId }: UploadPlace): string => `${flowKey(flowId)}/${digest(chatId)}`
  const keyOf = (place: UploadPlace, name: string): string => `${chatKey(place)}/${digest(fileName(name))}`
  return {
    save: (place, file) => blobs.put(keyOf(place, file.name), { ...file, name: fileName(file.name) }),
    find: (place, name) => blobs.get(keyOf(place, name)),
    forget: ({ flowId, chatId }) => blobs.delete(chatId === undefined ? flowKey(flowId) : chatKey({ flowId, chatId })),
  }
}

function fileName(name: string): string {
  // Half a character cannot be written into a header when the file is asked for.
  return basename(name.replace(/^FILE-STORAGE::/, '')).replaceAll(/\p{Surrogate}/gu, '\uFFFD')
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
