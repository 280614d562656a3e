import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface KeptFile {
  name: string
  mimeType: string
  bytes: Uint8Array
}

/** Where files lie. This server's disk for now; another place implements the same four words. */
export interface FileStore {
  /** Keeps a file and returns the name we made for it. */
  save(file: KeptFile): Promise<string>
  find(id: string): Promise<KeptFile | undefined>
  delete(id: string): Promise<void>
}

/** Ids are ours: 24 random bytes. Nothing that comes from outside becomes a path without having this shape. */
const idShape = /^[\w-]{32}$/

export function createLocalFileStore(folder: string): FileStore {
  // Two letters deep, so that no folder grows without end.
  const pathOf = (id: string): string => join(folder, id.slice(0, 2), id)

  return {
    async save({ name, mimeType, bytes }) {
      const id = randomBytes(24).toString('base64url')
      const path = pathOf(id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeWhole(`${path}.json`, Buffer.from(JSON.stringify({ name, mimeType })))
      await writeWhole(path, bytes)
      return id
    },

    async find(id) {
      if (!idShape.test(id)) return undefined
      try {
        const [about, bytes] = await Promise.all([readFile(`${pathOf(id)}.json`, 'utf8'), readFile(pathOf(id))])
        return { ...(JSON.parse(about) as { name: string; mimeType: string }), bytes }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },

    async delete(id) {
      if (!idShape.test(id)) return
      await rm(pathOf(id), { force: true })
      await rm(`${pathOf(id)}.json`, { force: true })
    },
  }
}

/** Whole and on the disk, or not at all: a killed process leaves a part that nobody reads. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.part`
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
