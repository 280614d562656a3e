import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { makePrivate } from '../config/private-file.ts'
import { UserFacingError } from '../user-facing-error.ts'

/**
 * Keeps a second server off one data folder. The lock is the operating system's, held through SQLite, so that it goes
 * with the process however that ends; a file with a process id would outlive a kill.
 */
export function lockDataFolder(folder: string): { release(): void } {
  const note = join(folder, 'server.pid')
  const database = new Libsql(join(folder, 'server.lock'))
  try {
    database.pragma('busy_timeout = 0')
    database.exec('begin exclusive')
  } catch {
    database.close()
    throw new UserFacingError(
      `Another Chatwright (process ${readNote(note)}) is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  writeFileSync(note, String(process.pid))
  makePrivate(note, join(folder, 'server.lock'), join(folder, 'server.lock-journal'))
  return {
    release() {
      // Closed alone, it is let go when the garbage is collected.
      database.exec('rollback')
      database.close()
    },
  }
}

function readNote(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
