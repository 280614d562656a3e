import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { UserFacingError } from '../user-facing-error.ts'

/** Makes the data folder, readable by its owner only. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new UserFacingError(
      `The data folder ${folder} isn't writable (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}). Set DATA_DIR to a folder this user owns.`,
    )
  }
}

/** With PostgreSQL any number of servers may share a folder, and SQLite is not even loaded; with SQLite there is one writer. */
export async function lockOwnFolder({
  dataDir,
  database,
}: Pick<Config, 'dataDir' | 'database'>): Promise<{ release(): void } | undefined> {
  if (database.kind === 'postgres') return undefined
  const { lockDataFolder } = await import('./folder-lock.ts')
  return lockDataFolder(dataDir)
}
