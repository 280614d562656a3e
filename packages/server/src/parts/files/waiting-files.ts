import type { BlobFolder } from '../../ground/blobs/blob-folders.ts'
import type { BlobStore } from '../../ground/blobs/blob-store.ts'
import type { FileStore, KeptFile } from './file-store.ts'
import { every } from '../../ground/every.ts'

/** Files that were given before anything that is stored names them: whoever gave them may go away. */
export interface WaitingFiles {
  /** Keeps a file that is deleted again after a while, unless something names it by then. */
  save(file: KeptFile): Promise<string>
  /** Deletes one that nothing names. False where it does not wait: such files are not for deleting. */
  forget(id: string): Promise<boolean>
  /** Deletes those given before a time that nothing names. Returns how many. */
  sweep(before: Date): Promise<number>
}

export interface WaitingFilesDependencies {
  blobs: BlobStore
  files: FileStore
  /** Whether anything that is stored names this file. */
  isNamed(id: string): Promise<boolean>
  now: () => Date
}

const FOLDER = 'waiting' satisfies BlobFolder

/** Each has a small note beside it, from before its first byte until it is known what became of it: no crash leaves one unseen. */
export function createWaitingFiles({ blobs, files, isNamed, now }: WaitingFilesDependencies): WaitingFiles {
  const noteOf = (id: string): string => `${FOLDER}/${id}`

  const settle = async (id: string): Promise<boolean> => {
    const isKept = await isNamed(id)
    if (!isKept) await files.delete(id)
    await blobs.delete(noteOf(id))
    return !isKept
  }

  return {
    async save(file) {
      const id = files.newId()
      await blobs.put(noteOf(id), { name: now().toISOString(), mimeType: 'text/plain', bytes: new Uint8Array() })
      await files.saveAs(id, file)
      return id
    },

    async forget(id) {
      if (!files.isId(id) || !(await blobs.get(noteOf(id)))) return false
      await settle(id)
      return true
    },

    async sweep(before) {
      let gone = 0
      const faults: unknown[] = []
      for await (const key of blobs.list(FOLDER)) {
        try {
          const note = await blobs.get(key)
          if (note && Date.parse(note.name) < before.getTime() && (await settle(key.slice(FOLDER.length + 1))))
            gone += 1
        } catch (error) {
          // One that cannot be deleted keeps no other from it.
          faults.push(error)
        }
      }
      if (faults.length > 0)
        throw new AggregateError(faults, 'Some of the files that nobody saved could not be deleted')
      return gone
    },
  }
}

const EVERY_MS = 3_600_000
/** After the rush of a start. */
const FIRST_MS = 600_000
/** A form that is still open after so long asks for its file again. */
const PATIENCE_MS = 86_400_000

/** Sweeps while the server runs. Returns how to stop. */
export function keepSweeping(
  waiting: Pick<WaitingFiles, 'sweep'>,
  { now, onFault }: { now: () => Date; onFault: (error: unknown) => void },
): () => void {
  const sweep = (): Promise<unknown> => waiting.sweep(new Date(now().getTime() - PATIENCE_MS))
  return every(EVERY_MS, sweep, { onFault, firstMs: FIRST_MS })
}
