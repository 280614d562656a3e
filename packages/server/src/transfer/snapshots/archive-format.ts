import { z } from 'zod'
import type { Value } from './snapshot.ts'

/**
 * A backup is a gzipped text of one JSON value a line, the same for both databases:
 * a head; for each table an opening line, its rows, and a closing line; for each file the same with its bytes;
 * and a last line with how many there are of each, the digest of all lines before it, and a MAC of them under the secret key.
 */
export const FORMAT = 2

/** Those of before had no MAC. */
const UNSIGNED_FORMAT = 1

export const Head = z.strictObject({
  chatwrightBackup: z.union([z.literal(FORMAT), z.literal(UNSIGNED_FORMAT)]),
  version: z.string(),
  createdDate: z.string(),
  /** The migrations the rows have been through: a newer version stores them as they were, then goes on from there. */
  schema: z.array(z.string()),
  /** Texts of files of the data folder, by what they are; the secret key only where somebody chose so. */
  kept: z.strictObject({ secretKey: z.string().optional(), login: z.string().optional() }),
})
export type Head = z.infer<typeof Head>

export const Line = z.union([
  z.strictObject({ table: z.string().regex(/^[a-z_]+$/), columns: z.array(z.string().regex(/^[a-z_]+$/)).min(1) }),
  z.strictObject({ row: z.array(z.union([z.string(), z.number(), z.null(), z.strictObject({ bytes: z.base64() })])) }),
  z.strictObject({ file: z.string().regex(/^[\w-]+(\/[\w-]+)+$/), name: z.string(), mimeType: z.string() }),
  z.strictObject({ bytes: z.base64() }),
  z.strictObject({ sha256: z.string() }),
  z.strictObject({
    end: z.strictObject({
      rows: z.number(),
      files: z.number(),
      sha256: z.string(),
      /** The id of the key, and what comes of it; none where there was no key. */
      mac: z.strictObject({ key: z.string(), value: z.string() }).optional(),
    }),
  }),
])
export type Line = z.infer<typeof Line>

export type Cell = Extract<Line, { row: unknown }>['row'][number]

export function toCell(value: Value): Cell {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}

export function fromCell(cell: Cell): Value {
  return typeof cell === 'object' && cell !== null ? new Uint8Array(Buffer.from(cell.bytes, 'base64')) : cell
}
