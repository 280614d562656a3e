import { NodeError, STORED_FILE_PREFIX, type FileAccess } from '@chatwright/core'
import type { UploadStore } from './upload-store.ts'
import type { FileStore } from './file-store.ts'
import { readInlineFile } from './inline-file.ts'
import type { createOperatorFolder } from './operator-folder.ts'
import { displayName, sniffType } from './sniff-type.ts'

/** What nodes may do with files. */
export function createFileAccess(
  store: FileStore,
  operatorFolder: ReturnType<typeof createOperatorFolder>,
  uploads: Pick<UploadStore, 'save'>,
): FileAccess {
  return {
    ...operatorFolder,

    async open(reference) {
      if (reference.startsWith('data:')) return readInlineFile(reference)
      const id = reference.startsWith(STORED_FILE_PREFIX) ? reference.slice(STORED_FILE_PREFIX.length) : ''
      const file = await store.find(id)
      if (file) return file
      throw new NodeError('The chosen file is no longer stored.', {
        code: 'not-found',
        hint: 'Choose the file again.',
      })
    },

    async save({ name, bytes }) {
      const shown = displayName(name)
      const id = await store.save({ name: shown, bytes, mimeType: await sniffType(shown, bytes) })
      return `${STORED_FILE_PREFIX}${id}`
    },

    async forget(reference) {
      if (reference.startsWith(STORED_FILE_PREFIX)) await store.delete(reference.slice(STORED_FILE_PREFIX.length))
    },

    async keepInChat(file, { flowId, chatId }) {
      await uploads.save({ flowId, chatId }, file)
      return `${STORED_FILE_PREFIX}${file.name}`
    },
  }
}
