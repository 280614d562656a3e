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
  database.loadExtension(getLoadablePath())
  // From here on the driver waits for locks itself, without blocking the event loop.
  database.pragma('busy_timeout = 0')
  return database
}
