import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { Blob } from '../../ground/blobs/blob-store.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { keyIdOf } from '../../parts/credentials/secret-box.ts'
import { openEnvelope } from './age-envelope.ts'
import { FORMAT, fromCell, Head, Line } from './archive-format.ts'
import { isSameMac, startMac } from './archive-mac.ts'
import type { Value } from './snapshot.ts'
import type { Counts } from './write-archive.ts'

/** A backup, what opens it where it is encrypted, and the secret keys that it may have been signed with. */
export interface Archive {
  file: string
  identities: readonly string[]
  keys: readonly Buffer[]
}

/** What a backup holds, in the order it is stored in. */
export type Entry =
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'row'; values: Value[] }
  | { kind: 'file'; key: string; blob: Blob }
  | { kind: 'end'; checked: Checked }

export interface Checked {
  counts: Counts
  /** The key whose signature fits; without one, nothing shows who wrote it. */
  signedWith: Buffer | undefined
  digest: string
}

/** Only the head: who wrote it, and what it stands on. */
export async function readHead(archive: Pick<Archive, 'file' | 'identities'>): Promise<Head> {
  const { file } = archive
  for await (const line of linesOf(archive)) return parseHead(line, file)
  throw damaged(file, 'it is empty')
}

/** Reads a whole backup and vouches for it: an `end` comes only when every byte before it was as it was written. */
export async function* readArchive({ file, keys, identities }: Archive): AsyncGenerator<Entry> {
  const digest = createHash('sha256')
  const macs = keys.map((key) => ({ key, mac: startMac(key) }))
  const note = (text: string): void => {
    digest.update(`${text}\n`)
    for (const { mac } of macs) mac.update(`${text}\n`)
  }
  const counts: Counts = { rows: 0, files: 0 }
  let columns = 0
  let open: { key: string; name: string; mimeType: string; pieces: Buffer[] } | undefined
  let isFirst = true
  for await (const text of linesOf({ file, identities })) {
    if (isFirst) {
      parseHead(text, file)
      isFirst = false
      note(text)
      continue
    }
    const line = parseLine(text, file)
    if ('end' in line) {
      const { sha256, mac: given, ...told } = line.end
      if (sha256 !== digest.digest('hex')) throw damaged(file, 'its checksum is wrong')
      if (told.rows !== counts.rows || told.files !== counts.files || open)
        throw damaged(file, 'parts of it are missing')
      const signer = given && macs.find(({ key }) => keyIdOf(key) === given.key)
      if (signer && !isSameMac(signer.mac.end(), given))
        throw damaged(file, "its signature doesn't match its contents, so it was changed after it was written")
      yield { kind: 'end', checked: { counts, signedWith: signer?.key, digest: sha256 } }
      return
    }
    note(text)
    if ('table' in line) {
      columns = line.columns.length
      yield { kind: 'table', name: line.table, columns: line.columns }
    } else if ('row' in line) {
      if (line.row.length !== columns) throw damaged(file, "a row doesn't fit its table")
      counts.rows += 1
      yield { kind: 'row', values: line.row.map(fromCell) }
    } else if ('file' in line) {
      open = { key: line.file, name: line.name, mimeType: line.mimeType, pieces: [] }
    } else if ('bytes' in line) {
      open?.pieces.push(Buffer.from(line.bytes, 'base64'))
    } else if (open) {
      const { key, name, mimeType, pieces } = open
      const bytes = Buffer.concat(pieces)
      if (createHash('sha256').update(bytes).digest('hex') !== line.sha256)
        throw damaged(file, `the file "${name}" in it was changed`)
      counts.files += 1
      open = undefined
      yield { kind: 'file', key, blob: { name, mimeType, bytes } }
    }
  }
  throw damaged(file, 'its end is missing')
}

/** Reads it once for nothing but its faults, so that nothing is touched for a backup that is broken. */
export async function checkArchive(archive: Archive): Promise<Checked> {
  for await (const entry of readArchive(archive)) if (entry.kind === 'end') return entry.checked
  throw damaged(archive.file, 'its end is missing')
}

async function* linesOf({ file, identities }: Pick<Archive, 'file' | 'identities'>): AsyncGenerator<string> {
  const packed = await openEnvelope(file, identities)
  const unpacked = createGunzip()
  packed.on('error', (error) => unpacked.destroy(error))
  const lines = createInterface({ input: packed.pipe(unpacked), crlfDelay: Infinity })
  const failing = new Promise<never>((_, reject) => unpacked.once('error', reject))
  failing.catch(() => undefined)
  const iterator = lines[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), failing])
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code.startsWith('Z_')) throw damaged(file, message, error)
    // What breaks while it is decrypted was changed, or cut off.
    if (code === '') throw damaged(file, 'it can’t be decrypted to its end', error)
    throw error
  } finally {
    lines.close()
    packed.destroy()
  }
}

function parseHead(text: string, file: string): Head {
  const content = parseJson(text, file)
  const head = Head.safeParse(content)
  if (head.success) return head.data
  const format = (content as { chatwrightBackup?: unknown } | null)?.chatwrightBackup
  if (typeof format === 'number' && format > FORMAT) {
    throw new UserFacingError(`A newer version of Chatwright wrote ${file}. Use that version to restore it.`)
  }
  throw new UserFacingError(
    `${file} isn't a file from "chatwright backup". Import an export (DB.json, ExportData.json) with "chatwright import".`,
  )
}

function parseLine(text: string, file: string): Line {
  const line = Line.safeParse(parseJson(text, file))
  if (line.success) return line.data
  throw damaged(file, "one of its lines can't be understood", line.error)
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw damaged(file, "one of its lines can't be read", error)
  }
}

function damaged(file: string, why: string, cause?: unknown): UserFacingError {
  return new UserFacingError(`The backup ${file} is damaged: ${why}. Nothing was changed. Use another one.`, { cause })
}
