import { existsSync } from 'node:fs'
import Libsql from 'libsql'
import { getLoadablePath } from 'sqlite-vec'
import { makePrivate } from '../config/private-file.ts'

/** Opens a SQLite file the way every connection of ours needs it. */
export function openSqlite(file: string): Libsql.Database {
  makePrivate(file, `${file}-wal`, `${file}-shm`)
  const database = new Libsql(file)
  database.pragma('busy_timeout = 5000')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  // In KB, taken as it is used: enough for the embeddings of a handbook, which every question reads whole.
  database.pragma('cache_size = -16384')
  if (hasVectorFunctions()) database.loadExtension(getLoadablePath())
  // From here on the driver waits for locks itself, without blocking the event loop.
  database.pragma('busy_timeout = 0')
  return database
}

let isLoadable: boolean | undefined

/** Native code that compares embeddings inside SQLite: built for fewer systems than SQLite itself. */
export function hasVectorFunctions(): boolean {
  return (isLoadable ??= canLoadVectorFunctions())
}

function canLoadVectorFunctions(): boolean {
  const trial = new Libsql(':memory:')
  try {
    if (!existsSync(getLoadablePath())) return false
    trial.loadExtension(getLoadablePath())
    return true
  } catch {
    // No build for this system, or one that does not fit its C library.
    return false
  } finally {
    trial.close()
  }
}
