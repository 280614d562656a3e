import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export interface UploadPlace {
  flowId: string
  chatId: string
}

export interface UploadedFile {
  name: string
  mimeType: string
  bytes: Uint8Array
}

export interface UploadStore {
  save(place: UploadPlace, file: UploadedFile): Promise<void>
  find(place: UploadPlace, name: string): Promise<UploadedFile | undefined>
  /** Forgets the files of one chat, or of a whole flow. */
  forget(place: { flowId: string; chatId?: string }): Promise<void>
}

/** Files of conversations. Names from outside never become paths: only their digests do. */
export function createUploadStore(folder: string): UploadStore {
  const chatFolder = ({ flowId, chatId }: UploadPlace): string => join(folder, digest(flowId), digest(chatId))

  return {
    async save(place, { name, mimeType, bytes }) {
      const chat = chatFolder(place)
      await mkdir(chat, { recursive: true, mode: 0o700 })
      const path = join(chat, digest(fileName(name)))
      // Whole or not at all: a reader never meets half a file.
      const unfinished = `${path}.${process.pid}.part`
      await writeFile(unfinished, bytes, { mode: 0o600 })
      await writeFile(`${path}.json`, JSON.stringify({ name: fileName(name), mimeType }), { mode: 0o600 })
      await rename(unfinished, path)
    },

    async find(place, name) {
      const path = join(chatFolder(place), digest(fileName(name)))
      try {
        const [bytes, about] = await Promise.all([readFile(path), readFile(`${path}.json`, 'utf8')])
        return { ...(JSON.parse(about) as { name: string; mimeType: string }), bytes }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },

    async forget({ flowId, chatId }) {
      const target = chatId === undefined ? join(folder, digest(flowId)) : chatFolder({ flowId, chatId })
      await rm(target, { recursive: true, force: true })
    },
  }
}

function fileName(name: string): string {
  return basename(name.replace(/^FILE-STORAGE::/, ''))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
