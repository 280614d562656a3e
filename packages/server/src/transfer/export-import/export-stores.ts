import { parseJson } from '@chatwright/core'
import {
  settingsOf,
  type KnowledgeStore,
  type SourceRow,
  type StoreRow,
} from '../../knowledge/knowledge/knowledge-store.ts'

const PAGE = 100

/** Stores of documents as an `ExportData.json` holds them: their sources and settings, not their passages. */
export async function* exportStores(
  stores: Pick<KnowledgeStore, 'page' | 'sourcesOf'>,
): AsyncGenerator<Record<string, unknown>[]> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await stores.page({ limit: PAGE, offset })
    const sources = await stores.sourcesOf(rows.map(({ id }) => id))
    if (rows.length > 0) {
      yield rows.map((row) =>
        toOlderStore(
          row,
          sources.filter(({ store_id: id }) => id === row.id),
        ),
      )
    }
    if (rows.length < PAGE) return
  }
}

function toOlderStore(row: StoreRow, sources: readonly SourceRow[]): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    loaders: JSON.stringify(sources.map(toOlderLoader)),
    whereUsed: '[]',
    status: sources.length === 0 ? 'EMPTY' : 'SYNC',
    vectorStoreConfig: row.vector_store,
    embeddingConfig: row.embedding,
    recordManagerConfig: row.record_manager,
    createdDate: row.created_date,
    updatedDate: row.updated_date,
  }
}

function toOlderLoader(row: SourceRow): Record<string, unknown> {
  return {
    id: row.id,
    loaderId: row.loader_id,
    loaderName: row.loader_name,
    ...settingsOf(row),
    totalChunks: row.passages,
    totalChars: row.characters,
    status: 'SYNC',
    files: parseJson(row.files),
  }
}
