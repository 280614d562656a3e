import { createWriteStream, existsSync, readFileSync, statSync, writeFileSync, copyFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createBlobStore } from '../../ground/blobs/create-blob-store.ts'
import { lockOwnFolder, prepareDataFolder } from '../../ground/boot/data-folder.ts'
import type { Config } from '../../ground/config/config.ts'
import { loginFilePath } from '../../ground/config/login-file.ts'
import { explainOpenFault } from '../../ground/db/explain-open-fault.ts'
import { count } from '../../transfer/export-import/describe-import.ts'
import { productVersion } from '../../ground/product.ts'
import { FORMAT, type Head } from '../../transfer/snapshots/archive-format.ts'
import { keyFits } from '../../transfer/snapshots/key-fits.ts'
import { checkArchive, readHead } from '../../transfer/snapshots/read-archive.ts'
import { refuseNewer, restoreArchive } from '../../transfer/snapshots/restore-archive.ts'
import { openSnapshot } from '../../transfer/snapshots/open-snapshot.ts'
import type { Snapshot } from '../../transfer/snapshots/snapshot.ts'
import { archiveLines, type Counts } from '../../transfer/snapshots/write-archive.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'

/** Writes everything as it is at one moment to a file, while servers go on. */
export async function backUp(
  config: Config,
  file: string,
  { withSecretKey }: { withSecretKey: boolean },
): Promise<void> {
  const snapshot = await look(config)
  const counts: Counts = { rows: 0, files: 0 }
  try {
    const head = await headOf(config, snapshot, withSecretKey)
    refuseNewer(head, 'The database')
    const blobs = await createBlobStore(config)
    await writeWhole(file, archiveLines({ snapshot, blobs }, head, counts))
  } finally {
    await snapshot.end()
  }
  process.stdout.write(`Written to ${file}: ${describeCounts(counts)}, ${describeSize(statSync(file).size)}.\n`)
  process.stdout.write(`${aboutTheKey(config, withSecretKey)}\n`)
}

/** Puts what a backup holds in the place of what is there, once every byte of it has been checked. */
export async function restore(config: Config, file: string, { isReplacing }: { isReplacing: boolean }): Promise<void> {
  const head = await readHead(file)
  refuseNewer(head, file)
  const counts = await checkArchive(file)
  prepareDataFolder(config.dataDir)
  const lock = await lockOwnFolder(config)
  try {
    refuseOtherKey(config, head, isReplacing)
    const blobs = await createBlobStore(config)
    await restoreArchive({ config, blobs, file, head, isReplacing })
    keepTexts(config, head)
    process.stdout.write(`Restored as it was on ${head.createdDate}: ${describeCounts(counts)}.\n`)
    const missing = await missingKey(config)
    if (missing) process.stdout.write(`${missing}\n`)
  } finally {
    lock?.release()
  }
}

function describeCounts({ rows, files }: Counts): string {
  return `${count(rows, 'row')} and ${count(files, 'file')}`
}

function describeSize(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`
}

async function look(config: Config): Promise<Snapshot> {
  try {
    return await openSnapshot(config.database)
  } catch (error) {
    throw explainOpenFault(error, config.database)
  }
}

async function headOf(config: Config, snapshot: Snapshot, withSecretKey: boolean): Promise<Head> {
  const schema = await snapshot.history()
  if (schema.length === 0)
    throw new UserFacingError('There is nothing to back up: no Chatwright has used this database yet.')
  const login = textOf(loginFilePath(config.dataDir))
  return {
    chatwrightBackup: FORMAT,
    version: productVersion,
    createdDate: new Date().toISOString(),
    schema,
    kept: { ...(withSecretKey && { secretKey: keyText(config) }), ...(login !== undefined && { login }) },
  }
}

function keyText({ secretKey }: Config): string {
  const text = secretKey.kind === 'file' ? textOf(secretKey.path) : undefined
  if (text !== undefined) return text
  throw new UserFacingError(
    secretKey.kind === 'value'
      ? 'The secret key comes from SECRET_KEY and is not for a file: keep it where it is kept, and leave out --with-secret-key.'
      : `There is no secret key ${secretKey.path} to put into the backup.`,
  )
}

function aboutTheKey({ secretKey }: Config, withSecretKey: boolean): string {
  if (withSecretKey)
    return 'The secret key is in it: whoever has this file can read every credential. Keep it as you keep passwords.'
  const place = secretKey.kind === 'file' ? secretKey.path : 'SECRET_KEY'
  return `The secret key (${place}) is not in it: keep that apart. Without it the credentials in this file cannot be read.`
}

/** Under its name only when it is whole and on the disk. */
async function writeWhole(file: string, lines: AsyncIterable<string>): Promise<void> {
  const partial = `${file}.partial`
  try {
    await pipeline(Readable.from(lines), createGzip(), createWriteStream(partial, { mode: 0o600 }))
    const written = await open(partial, 'r+')
    await written.sync()
    await written.close()
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new UserFacingError(`The backup could not be written to ${file}: ${message}`, { cause: error })
  }
}

/** A key that is replaced is lost with all that only it opens. */
function refuseOtherKey({ secretKey }: Config, { kept }: Head, isReplacing: boolean): void {
  if (kept.secretKey === undefined || secretKey.kind === 'value' || isReplacing) return
  const here = textOf(secretKey.path)
  if (here === undefined || here.trim() === kept.secretKey.trim()) return
  throw new UserFacingError(
    `The backup brings a secret key, and ${secretKey.path} holds another; nothing was changed. Move that file away, or add --replace.`,
  )
}

function keepTexts({ dataDir, secretKey }: Config, { kept }: Head): void {
  if (kept.login !== undefined) writePrivate(loginFilePath(dataDir), kept.login)
  if (kept.secretKey !== undefined && secretKey.kind === 'file') writePrivate(secretKey.path, kept.secretKey)
}

/** What stood there before stays beside it. */
function writePrivate(path: string, text: string): void {
  const here = textOf(path)
  if (here === text) return
  if (here !== undefined) copyFileSync(path, `${path}.before-restore`)
  writeFileSync(path, text, { mode: 0o600 })
}

async function missingKey(config: Config): Promise<string | undefined> {
  const snapshot = await openSnapshot(config.database)
  try {
    if ((await keyFits(snapshot, config.secretKey)) === 'fits') return undefined
    const place = config.secretKey.kind === 'file' ? `into ${config.secretKey.path}` : 'into SECRET_KEY'
    return `The credentials in it were encrypted with a secret key that is not here. Put that key ${place} before you start the server.`
  } finally {
    await snapshot.end()
  }
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
