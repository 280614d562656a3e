import { createHash, type Hash } from 'node:crypto'
import type { BlobStore } from '../../ground/blobs/blob-store.ts'
import { toCell, type Head, type Line } from './archive-format.ts'
import { startMac } from './archive-mac.ts'
import type { Snapshot } from './snapshot.ts'

export interface Counts {
  rows: number
  files: number
}

/** Bytes of a file per line. */
const PIECE_BYTES = 768 * 1024

/**
 * The lines of a backup. Rows come first: a file is stored before a row names it, so every file that a row of this moment
 * names is there when files are read, unless somebody has deleted it meanwhile.
 */
export async function* archiveLines(
  { snapshot, blobs, key }: { snapshot: Snapshot; blobs: BlobStore; key: Buffer | undefined },
  head: Head,
  counts: Counts,
): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const mac = key && startMac(key)
  const say = (line: Head | Line): string => {
    const text = `${JSON.stringify(line)}\n`
    digest.update(text)
    mac?.update(text)
    return text
  }
  yield say(head)
  for (const table of await snapshot.tables()) {
    yield say({ table: table.name, columns: [...table.columns] })
    for await (const rows of snapshot.rows(table)) {
      counts.rows += rows.length
      yield rows.map((row) => say({ row: row.map(toCell) })).join('')
    }
  }
  for await (const key of blobs.list()) {
    const blob = await blobs.get(key)
    // Deleted since it was listed.
    if (!blob) continue
    counts.files += 1
    yield say({ file: key, name: blob.name, mimeType: blob.mimeType })
    for (let at = 0; at < blob.bytes.length; at += PIECE_BYTES) {
      yield say({ bytes: Buffer.from(blob.bytes.subarray(at, at + PIECE_BYTES)).toString('base64') })
    }
    yield say({ sha256: sha256(createHash('sha256').update(blob.bytes)) })
  }
  const end = { ...counts, sha256: sha256(digest), ...(mac && { mac: mac.end() }) }
  yield `${JSON.stringify({ end } satisfies Line)}\n`
}

function sha256(hash: Hash): string {
  return hash.digest('hex')
}
