import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file whole or not at all, for its owner only, and so that a power cut right after doesn't undo it. */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.new`
  try {
    const file = openSync(unfinished, 'w', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, path)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  syncFolderNow(dirname(path))
}

/** The same for a file that was written and synced beside its place. */
export async function moveIntoPlace(unfinished: string, path: string): Promise<void> {
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}

/** A new name lives in its folder: until that is on the disk, a power cut takes the name away and the file with it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    refuseRealFault(error)
  }
}

export function syncFolderNow(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    refuseRealFault(error)
  }
}

/** Windows and some network disks can't sync a folder; their names are as safe as they can be. */
const UNSYNCED: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EBADF'])

function refuseRealFault(error: unknown): void {
  if (!UNSYNCED.has((error as NodeJS.ErrnoException).code ?? '')) throw error
}
