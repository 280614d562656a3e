import { openSync, readdirSync, readSync, closeSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { UserFacingError } from '../user-facing-error.ts'

/**
 * An empty place where a database was is no new product: a disk that lost the file, a copy that broke off, a wrong mount.
 * Serving an empty one would look as if everything were gone.
 */
export function refuseLostDatabase(file: string): void {
  const size = sizeOf(file)
  const log = `${file}-wal`
  const hasLog = (sizeOf(log) ?? 0) > 0
  if (size !== undefined && size > 0) {
    if (!hasLog && size < expectedSize(file)) throw lost(file, 'is cut off', latestBackup(file))
    return
  }
  const backup = latestBackup(file)
  const what = size === 0 ? 'is empty' : 'is missing'
  if (hasLog) throw lost(file, `${what}, but its log ${log} is there`, backup)
  if (backup !== undefined) throw lost(file, what, backup)
  // A key alone may have been put there for a new server; an empty file beside it may not.
  const key = join(dirname(file), 'secret.key')
  if (size === 0 && sizeOf(key) !== undefined) throw lost(file, `is empty, but ${key} shows that it was not`, backup)
}

function lost(file: string, what: string, backup: string | undefined): UserFacingError {
  const restore =
    backup === undefined
      ? 'Put a backup in its place.'
      : `Copy the backup into its place: cp ${backup} ${file}, and remove ${file}-wal and ${file}-shm if they are there.`
  return new UserFacingError(
    `The database ${file} ${what}; it was left as it is. ${restore} To begin with nothing instead, set DATA_DIR to another folder.`,
  )
}

/** The newest file beside the database that is called after it and says it is a backup. */
function latestBackup(file: string): string | undefined {
  const folder = dirname(file)
  const backups = namesIn(folder)
    .filter((name) => name.startsWith(`${basename(file)}.`) && /backup|bak/i.test(name))
    .map((name) => join(folder, name))
    .filter((path) => (sizeOf(path) ?? 0) > 0)
  return backups.sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs)[0]
}

/** What the first page says, where it is current: the size of a page, and how many there are. */
function expectedSize(file: string): number {
  const head = Buffer.alloc(100)
  const handle = openSync(file, 'r')
  try {
    if (readSync(handle, head, 0, 100, 0) < 100 || head.toString('latin1', 0, 15) !== 'SQLite format 3') return 0
  } finally {
    closeSync(handle)
  }
  const isCurrent = head.readUInt32BE(24) === head.readUInt32BE(92)
  const pageSize = head.readUInt16BE(16)
  return isCurrent ? (pageSize === 1 ? 65_536 : pageSize) * head.readUInt32BE(28) : 0
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
