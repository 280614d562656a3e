import { createHash } from 'node:crypto'
import { SETTINGS, type SourceRow, type StoreRow } from './knowledge-store.ts'

/** Names the settings of a store. A load changes none of them, so that it stands in the way of nobody who edits. */
export function revisionOfStore(row: StoreRow): string {
  return digest(SETTINGS.map((column) => row[column]))
}

/** Names the settings of a source. */
export function revisionOfSource({ loader_id, loader_name, settings }: SourceRow): string {
  return digest([loader_id, loader_name, settings])
}

function digest(values: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
