import { DatabaseFile, ExportFile, type ForExisting } from '@chatwright/contract'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lockOwnFolder, prepareDataFolder } from '../../ground/boot/data-folder.ts'
import type { Config } from '../../ground/config/config.ts'
import { moveIntoPlace } from '../../ground/config/durable-file.ts'
import type { FlowIntake } from '../../flows/chatflows/stored-flow.ts'
import { openDatabase, type Database } from '../../ground/db/database.ts'
import { count, describeImport } from '../../transfer/export-import/describe-import.ts'
import { createDatabaseStores } from '../../transfer/export-import/database-stores.ts'
import { createImportService } from '../../transfer/export-import/import-service.ts'
import { createImportStore } from '../../transfer/export-import/import-store.ts'
import { createKnowledgeStore } from '../../knowledge/knowledge/knowledge-store.ts'
import { toAppError } from '../../door/http/error-answer.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { createBackupService, type BackupService } from '../../transfer/database/backup-service.ts'
import { createBackupStore } from '../../transfer/database/backup-store.ts'
import { describeKeys, type BroughtKey } from '../../transfer/database/brought-keys.ts'
import { openFlowIntake } from './open-flow-intake.ts'

/** Writes an export beside its final name first: a half-written file never carries it. */
export async function exportToFile(config: Config, file: string): Promise<void> {
  const partial = `${file}.partial`
  await withDatabase(config, async ({ backups }) => {
    try {
      await pipeline(Readable.from(backups.export()), createWriteStream(partial, { mode: 0o600 }))
      await moveIntoPlace(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw new UserFacingError(`The export couldn't be written to ${file}: ${(error as Error).message}`)
    }
  })
  process.stdout.write(`Exported everything to ${file}. It contains encrypted credentials: store it safely.\n`)
}

export interface ImportChoice {
  /** Let in the API keys that a database export brings. */
  areKeysAllowed: boolean
  existing: ForExisting
  isTrial: boolean
}

/** A database export replaces what is here; an `ExportData.json` is added to it. */
export async function importFromFile(config: Config, file: string, choice: ImportChoice): Promise<void> {
  const content = await readJson(file)
  const database = DatabaseFile.safeParse(content)
  if (database.success) return loadDatabase(config, file, database.data, choice)
  const data = ExportFile.safeParse(content)
  if (!data.success) {
    throw new UserFacingError(
      `${file} isn't an export. A DB.json contains the lists chatmessages, chatflows and apikeys; an ExportData.json contains lists such as ChatFlow, Tool and Variable.`,
    )
  }
  await withDatabase(config, async ({ database, intake }) => {
    const importer = createImportService({ store: createImportStore(database), intake })
    const report = await importer.import(data.data, choice).catch(explain)
    process.stdout.write(`${describeImport(report, choice).join('\n')}\n`)
  })
}

async function loadDatabase(
  config: Config,
  file: string,
  content: DatabaseFile,
  { isTrial, areKeysAllowed }: ImportChoice,
): Promise<void> {
  if (isTrial) {
    throw new UserFacingError("A database export replaces all data, so --dry-run isn't available.")
  }
  let keys: BroughtKey[] = []
  let notes: string[] = []
  await withDatabase(config, async ({ backups }) => {
    try {
      ;({ keys, notes } = await backups.load(content))
      if (areKeysAllowed) await backups.letIn(keys)
    } catch (error) {
      explain(error)
    }
  })
  process.stdout.write(
    `Imported ${file}: ${count(content.chatflows.length, 'flow')}, ${count(content.chatmessages.length, 'message')}.\n`,
  )
  for (const note of notes) process.stdout.write(`${note}\n`)
  if (keys.length === 0) return
  process.stdout.write(
    areKeysAllowed
      ? `Activated API keys:\n${describeKeys(keys)}\n`
      : `Imported API keys stay closed until you activate them on the API Keys page or with --allow-keys:\n${describeKeys(keys)}\n`,
  )
}

export function explain(error: unknown): never {
  throw new UserFacingError(toAppError(error).message)
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await text(createReadStream(file)))
  } catch (error) {
    throw new UserFacingError(`${file} isn't valid JSON: ${(error as Error).message}`)
  }
}

interface Opened {
  database: Database
  intake: FlowIntake
  backups: BackupService
}

export async function withDatabase(config: Config, work: (opened: Opened) => Promise<void>): Promise<void> {
  prepareDataFolder(config.dataDir)
  const lock = await lockOwnFolder(config)
  const database = await openDatabase(config.database)
  try {
    const intake = await openFlowIntake(config, database)
    const backups = createBackupService({
      store: createBackupStore(database),
      storeFlow: intake.store,
      stores: createDatabaseStores({
        stores: createKnowledgeStore(database),
        store: createImportStore(database),
        intake,
      }),
    })
    await work({ database, intake, backups })
  } finally {
    await database.close()
    lock?.release()
  }
}
