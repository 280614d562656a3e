import { DatabaseFile } from '@chatwright/contract'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lockDataFolder, prepareDataFolder } from '../boot/data-folder.ts'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { toAppError } from '../http/error-answer.ts'
import { UserFacingError } from '../user-facing-error.ts'
import { createBackupService, type BackupService } from './backup-service.ts'
import { createBackupStore } from './backup-store.ts'
import { describeKeys, type BroughtKey } from './brought-keys.ts'

/** Writes an export beside its final name first: a half-written file never carries it. */
export async function exportToFile(config: Config, file: string): Promise<void> {
  const partial = `${file}.partial`
  await withDatabase(config, async (database) => {
    try {
      await pipeline(Readable.from(database.export()), createWriteStream(partial, { mode: 0o600 }))
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw new UserFacingError(`The export could not be written to ${file}: ${(error as Error).message}`)
    }
  })
  process.stdout.write(`Everything was written to ${file}. It holds encrypted credentials: keep it safe.\n`)
}

export async function importFromFile(
  config: Config,
  file: string,
  { areKeysAllowed }: { areKeysAllowed: boolean },
): Promise<void> {
  const content = await readJson(file)
  let keys: BroughtKey[] = []
  await withDatabase(config, async (database) => {
    try {
      keys = await database.load(content)
      if (areKeysAllowed) await database.letIn(keys)
    } catch (error) {
      throw new UserFacingError(toAppError(error).message)
    }
  })
  process.stdout.write(
    `${file} was loaded: ${content.chatflows.length} chat flows, ${content.chatmessages.length} messages.\n`,
  )
  if (keys.length === 0) return
  process.stdout.write(
    areKeysAllowed
      ? `These API keys were let in:\n${describeKeys(keys)}\n`
      : `These API keys open nothing until you let them in, on the screen API Keys or with --allow-keys:\n${describeKeys(keys)}\n`,
  )
}

async function readJson(file: string): Promise<DatabaseFile> {
  let value: unknown
  try {
    value = JSON.parse(await text(createReadStream(file)))
  } catch (error) {
    throw new UserFacingError(`${file} cannot be read as JSON: ${(error as Error).message}`)
  }
  const parsed = DatabaseFile.safeParse(value)
  if (!parsed.success) {
    throw new UserFacingError(
      `${file} is not a database export: it needs the lists chatmessages, chatflows and apikeys.`,
    )
  }
  return parsed.data
}

async function withDatabase(config: Config, work: (database: BackupService) => Promise<void>): Promise<void> {
  prepareDataFolder(config.dataDir)
  const lock = config.database.kind === 'sqlite' ? lockDataFolder(config.dataDir) : undefined
  const database = await openDatabase(config.database)
  try {
    await work(createBackupService(createBackupStore(database)))
  } finally {
    await database.close()
    lock?.release()
  }
}
