import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createBlobStore } from '../../ground/blobs/create-blob-store.ts'
import { lockOwnFolder, prepareDataFolder } from '../../ground/boot/data-folder.ts'
import { keysAt, keysIn } from '../../ground/boot/secret-key.ts'
import type { Config } from '../../ground/config/config.ts'
import { moveIntoPlace, replaceFile } from '../../ground/config/durable-file.ts'
import { loginFilePath } from '../../ground/config/login-file.ts'
import { explainOpenFault } from '../../ground/db/explain-open-fault.ts'
import { count } from '../../transfer/export-import/describe-import.ts'
import { createSecretBox, type SecretBox } from '../../parts/credentials/secret-box.ts'
import { productVersion } from '../../ground/product.ts'
import { FORMAT, type Head } from '../../transfer/snapshots/archive-format.ts'
import { keyFits } from '../../transfer/snapshots/key-fits.ts'
import { encryptTo, readIdentities } from '../../transfer/snapshots/age-envelope.ts'
import { checkArchive, readHead } from '../../transfer/snapshots/read-archive.ts'
import { refuseNewer, restoreArchive, type Restored } from '../../transfer/snapshots/restore-archive.ts'
import { describeAccess } from '../../transfer/snapshots/restored-access.ts'
import { openSnapshot } from '../../transfer/snapshots/open-snapshot.ts'
import type { Snapshot } from '../../transfer/snapshots/snapshot.ts'
import { archiveLines, type Counts } from '../../transfer/snapshots/write-archive.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'

/** Writes everything as it is at one moment to a file, while servers go on. */
export async function backUp(
  config: Config,
  file: string,
  { withSecretKey, recipients = config.backupRecipients }: { withSecretKey: boolean; recipients?: readonly string[] },
): Promise<void> {
  const snapshot = await look(config)
  const counts: Counts = { rows: 0, files: 0 }
  const [signer] = keysAt(config.secretKey)
  try {
    const head = await headOf(config, snapshot, withSecretKey)
    refuseNewer(head, 'The database')
    const blobs = await createBlobStore(config)
    await writeWhole(file, archiveLines({ snapshot, blobs, key: signer }, head, counts), recipients)
  } finally {
    await snapshot.end()
  }
  process.stdout.write(`Written to ${file}: ${describeCounts(counts)}, ${describeSize(statSync(file).size)}.\n`)
  if (recipients.length > 0) process.stdout.write(`${aboutRecipients(recipients)}\n`)
  process.stdout.write(`${aboutTheKey(config, { withSecretKey, isEncrypted: recipients.length > 0 })}\n`)
}

export interface RestoreChoice {
  /** The file with the key that opens an encrypted backup. */
  identity?: string | undefined
  isReplacing: boolean
  /** What the backup had open comes back closed. */
  areKeysClosed: boolean
}

/** Puts what a backup holds in the place of what is there, once every byte of it has been checked. */
export async function restore(config: Config, file: string, choice: RestoreChoice): Promise<void> {
  const identities = choice.identity === undefined ? [] : readIdentities(choice.identity)
  const head = await readHead({ file, identities })
  refuseNewer(head, file)
  const here = keysAt(config.secretKey)
  const brought = keysIn(head.kept.secretKey ?? '')
  const archive = { file, identities, keys: [...here, ...brought] }
  const { counts, signedWith, digest } = await checkArchive(archive)
  prepareDataFolder(config.dataDir)
  const lock = await lockOwnFolder(config)
  try {
    refuseOtherKey(config, head, choice.isReplacing)
    const blobs = await createBlobStore(config)
    const texts = createKeptTexts(config, head)
    const restored = await restoreArchive({
      config,
      blobs,
      archive,
      digest,
      head,
      box: boxOf(archive.keys),
      ...choice,
      prepare: texts.prepare,
    })
    texts.finish()
    const lines = [
      `Restored as it was on ${head.createdDate}: ${describeCounts(counts)}.`,
      aboutTheSigner(head, { signedWith, here }),
      texts.about(),
      aboutAccess(restored, choice),
      await missingKey(config),
    ]
    process.stdout.write(lines.flatMap((line) => (line === undefined ? [] : `${line}\n`)).join(''))
  } finally {
    lock?.release()
  }
}

/** Without any key nothing sealed can be told apart. */
function boxOf([current, ...older]: readonly Buffer[]): Pick<SecretBox, 'open'> {
  return createSecretBox(() => [current ?? randomBytes(32), ...older])
}

function aboutTheSigner(
  { chatwrightBackup: format }: Head,
  { signedWith, here }: { signedWith: Buffer | undefined; here: readonly Buffer[] },
): string | undefined {
  if (signedWith && here.some((key) => key.equals(signedWith))) return undefined
  const how = signedWith
    ? 'It is signed with the secret key that is in it'
    : format < FORMAT
      ? 'It is from an earlier version and has a checksum, but no signature'
      : 'It is not signed with a secret key that is known here'
  return `${how}. That shows that it is whole, not who wrote it. If others could write to its place, check the API keys, tokens and secrets below.`
}

function aboutAccess({ hadData, closed, open }: Restored, { areKeysClosed }: RestoreChoice): string | undefined {
  if (closed.length > 0) {
    const why = areKeysClosed ? '' : ', because they were not open on this server before'
    return `These are closed${why}. Open those you still need, and make new secrets for those that may be known to others:\n${describeAccess(closed)}`
  }
  if (hadData || open.length === 0) return undefined
  return `These are open again. If some were withdrawn since the backup, close them, or restore again with --replace --close-keys:\n${describeAccess(open)}`
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
    throw new UserFacingError("There is nothing to back up. This database hasn't been used by Chatwright yet.")
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
      ? "The encryption key comes from SECRET_KEY and can't be added to a file. Store it separately and leave out --with-secret-key."
      : `The encryption key file ${secretKey.path} doesn't exist, so it can't be added to the backup.`,
  )
}

function aboutRecipients(recipients: readonly string[]): string {
  return `It is encrypted to ${recipients.join(' and ')}. Restore it with --identity and the matching key. Without the key, it can't be read.`
}

function aboutTheKey(
  { secretKey }: Config,
  { withSecretKey, isEncrypted }: { withSecretKey: boolean; isEncrypted: boolean },
): string {
  if (withSecretKey && isEncrypted) return 'The secret key is in it, encrypted with the rest.'
  if (withSecretKey)
    return 'The file contains the encryption key, so it can decrypt every credential. Store it like a password.'
  const place = secretKey.kind === 'file' ? secretKey.path : 'SECRET_KEY'
  return `The encryption key (${place}) isn't in the file. Store it separately: without it, the credentials in this file can't be decrypted.`
}

/** Under its name only when it is whole and on the disk. */
async function writeWhole(file: string, lines: AsyncIterable<string>, recipients: readonly string[]): Promise<void> {
  const partial = `${file}.partial`
  try {
    const packed = createGzip()
    const sealed = recipients.length === 0 ? packed : await encryptTo(recipients, packed)
    await Promise.all([
      pipeline(Readable.from(lines), packed),
      pipeline(sealed, createWriteStream(partial, { mode: 0o600 })),
    ])
    const written = await open(partial, 'r+')
    await written.sync()
    await written.close()
    await moveIntoPlace(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new UserFacingError(`The backup couldn't be written to ${file}: ${message}`, { cause: error })
  }
}

/** A key that is replaced is lost with all that only it opens. */
function refuseOtherKey({ secretKey }: Config, { kept }: Head, isReplacing: boolean): void {
  if (kept.secretKey === undefined || secretKey.kind === 'value' || isReplacing) return
  const here = textOf(secretKey.path)
  if (here === undefined || here.trim() === kept.secretKey.trim()) return
  throw new UserFacingError(
    `The backup contains an encryption key, and ${secretKey.path} contains another. Nothing was changed. Move that file away, or add --replace.`,
  )
}

/**
 * The secret key and the login of a backup. Until the database is restored the key file holds both keys: wherever a restore is killed,
 * the key of the database that is there opens it.
 */
function createKeptTexts({ dataDir, secretKey }: Config, { kept }: Head) {
  const login = loginFilePath(dataDir)
  const keyFile = secretKey.kind === 'file' && kept.secretKey !== undefined ? secretKey.path : undefined
  const brought = kept.secretKey ?? ''
  const before = keyFile && textOf(keyFile)
  const others = linesOf(before ?? '').filter((line) => !linesOf(brought).includes(line))
  let isLoginKept = false
  return {
    prepare({ hadData }: { hadData: boolean }): void {
      if (keyFile !== undefined && before !== brought) {
        if (before !== undefined && others.length > 0) replaceFile(`${keyFile}.before-restore`, before)
        replaceFile(keyFile, others.length > 0 ? `${[...linesOf(brought), ...others].join('\n')}\n` : brought)
      }
      if (kept.login === undefined || textOf(login) === kept.login) return
      // The password of then may be known to somebody by now.
      isLoginKept = hadData && textOf(login) !== undefined
      if (!isLoginKept) replaceFile(login, kept.login)
    },

    finish(): void {
      if (keyFile !== undefined && others.length > 0) replaceFile(keyFile, brought)
    },

    about: (): string | undefined =>
      isLoginKept
        ? `The login of this server stays as it is (${login}); the one in the backup was not restored.`
        : undefined,
  }
}

function linesOf(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .filter((line) => line !== '')
}

async function missingKey(config: Config): Promise<string | undefined> {
  const snapshot = await openSnapshot(config.database)
  try {
    if ((await keyFits(snapshot, config.secretKey)) === 'fits') return undefined
    const place = config.secretKey.kind === 'file' ? `into ${config.secretKey.path}` : 'into SECRET_KEY'
    return `The credentials were encrypted with a key that isn't here. Put that key ${place} before you start the server.`
  } finally {
    await snapshot.end()
  }
}

function textOf(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
