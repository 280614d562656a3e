import { NodeError } from '@chatwright/core'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../ground/db/database.ts'

/** A vector as both databases keep it. */
export function toBytes(vector: readonly number[] | Float32Array): Uint8Array {
  requireNumbers(vector)
  return new Uint8Array(Float32Array.from(vector).buffer)
}

export function requireNumbers(vector: readonly number[] | Float32Array): void {
  if (vector.length > 0 && vector.every((each) => Number.isFinite(each))) return
  throw new NodeError("The embedding isn't a list of numbers.", {
    code: 'bad-input',
    hint: 'Check the embedding model.',
  })
}

/** SQLite gives a buffer of its own; PostgreSQL a slice of one, which need not start where a view can. */
export function fromBytes(bytes: Uint8Array | ArrayBuffer): Float32Array {
  if (bytes instanceof ArrayBuffer) return new Float32Array(bytes)
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

/** Bytes as they come from the database: SQLite's own, or a text of PostgreSQL. */
export type SentBytes = string | ArrayBuffer

/** PostgreSQL's driver takes bytes as text only: this text is shorter than its own, and read in half the time. */
export function sentBytes({ kind }: Pick<Database, 'kind'>, column: RawBuilder<unknown>): RawBuilder<SentBytes> {
  return kind === 'sqlite' ? sql<SentBytes>`${column}` : sql<SentBytes>`encode(${column}, 'base64')`
}

/** How many they were. */
export function takeBytes(sent: SentBytes, into: Buffer): number {
  if (typeof sent === 'string') return into.write(sent, 'base64')
  into.set(new Uint8Array(sent))
  return sent.byteLength
}
