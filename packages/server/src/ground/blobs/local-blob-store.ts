import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { syncFolder } from '../config/durable-file.ts'
import { BLOB_FOLDERS } from './blob-folders.ts'
import type { BlobStore } from './blob-store.ts'

/** Blobs in a folder, each with a small file beside it that tells its name and type. */
export function createLocalBlobStore(folder: string): BlobStore {
  const pathOf = (key: string): string => join(folder, key)
  return {
    async put(key, { name, mimeType, bytes }) {
      const parent = dirname(pathOf(key))
      const made = await mkdir(parent, { recursive: true, mode: 0o700 })
      await writeWhole(`${pathOf(key)}.json`, Buffer.from(JSON.stringify({ name, mimeType })))
      await writeWhole(pathOf(key), bytes)
      // A row that names it may be committed right after: its name, and those of new folders, have to be on the disk by then.
      for (let place = parent; ; place = dirname(place)) {
        await syncFolder(place)
        if (made === undefined || place === dirname(made) || place === dirname(place)) break
      }
    },

    async get(key) {
      try {
        const [about, bytes] = await Promise.all([readFile(`${pathOf(key)}.json`, 'utf8'), readFile(pathOf(key))])
        return { ...(JSON.parse(about) as { name: string; mimeType: string }), bytes }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },

    async *list(only) {
      for (const top of only ? [only] : BLOB_FOLDERS) yield* keysBelow(folder, top)
    },

    async delete(key) {
      await rm(pathOf(key), { recursive: true, force: true })
      await rm(`${pathOf(key)}.json`, { force: true })
    },
  }
}

/** Keys have no dots: what has one tells about a key, or is a part that was never finished. */
async function* keysBelow(folder: string, place: string): AsyncGenerator<string> {
  const entries = await opendir(join(folder, place), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const entry of entries) {
    if (!entry.isFile() || entry.name.includes('.')) continue
    yield relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')
  }
}

/** Whole and on the disk, or not at all: a killed process leaves a part that nobody reads. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.part`
  try {
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
