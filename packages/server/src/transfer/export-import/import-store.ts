import type { Row } from '../database/backup-file.ts'
import { insertAll } from '../database/backup-store.ts'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { KnowledgeSourceTable, KnowledgeStoreTable } from '../../ground/db/knowledge-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { NOT_LOADED } from '../../knowledge/knowledge/knowledge-store.ts'
import { liveVersionOf } from '../../flows/flows/publishing.ts'

/** What is here already, as far as an import can meet it. */
export interface Here {
  flows: ReadonlySet<string>
  tools: ReadonlySet<string>
  /** Ids by name: a variable is known by its name. */
  variables: ReadonlyMap<string, string>
  credentials: ReadonlySet<string>
  apiKeys: ReadonlySet<string>
  /** Stores of documents, and the store of each source. */
  stores: ReadonlySet<string>
  sources: ReadonlyMap<string, string>
}

export interface ImportRows {
  flows: { added: Row[]; replaced: Row[] }
  tools: { added: Row[]; replaced: Row[] }
  variables: { added: Row[]; replaced: Row[] }
  stores: { added: Row[]; replaced: Row[] }
  sources: Row[]
  messages: Row[]
  feedback: Row[]
}

export interface ImportStore {
  here(): Promise<Here>
  /** Which of these messages, or pieces of feedback, are here. */
  known(table: 'chat_message' | 'feedback', ids: readonly string[]): Promise<Set<string>>
  /** All of it in one transaction. */
  write(rows: ImportRows, at: string): Promise<void>
}

const IDS_PER_QUERY = 500

export function createImportStore(database: Database): ImportStore {
  const { query: db } = database
  const ids = async (
    table: 'chat_flow' | 'tool' | 'credential' | 'api_key' | 'knowledge_store',
  ): Promise<Set<string>> => new Set((await db.selectFrom(table).select('id').execute()).map(({ id }) => id))

  return {
    async here() {
      const [flows, tools, credentials, apiKeys, stores, sources, variables] = await Promise.all([
        ids('chat_flow'),
        ids('tool'),
        ids('credential'),
        ids('api_key'),
        ids('knowledge_store'),
        db.selectFrom('knowledge_source').select(['id', 'store_id']).execute(),
        db.selectFrom('variable').select(['id', 'name']).execute(),
      ])
      return {
        flows,
        tools,
        credentials,
        apiKeys,
        stores,
        sources: new Map(sources.map(({ id, store_id: storeId }) => [id, storeId])),
        variables: new Map(variables.map(({ id, name }) => [name, id])),
      }
    },

    async known(table, wanted) {
      const found = new Set<string>()
      for (let start = 0; start < wanted.length; start += IDS_PER_QUERY) {
        const rows = await db
          .selectFrom(table)
          .select('id')
          .where('id', 'in', wanted.slice(start, start + IDS_PER_QUERY))
          .execute()
        for (const { id } of rows) found.add(id)
      }
      return found
    },

    write: ({ flows, tools, variables, stores, sources, messages, feedback }, at) =>
      database.transactDurably(async (transaction) => {
        // Its earlier versions did not come along.
        const added = flows.added.map((row) => ({ ...row, live_version: null }))
        await insertAll(transaction, 'chat_flow', added)
        const versions = flows.added.map((row) => versionOf(row, at))
        for (const { id, ...row } of flows.replaced) {
          const current = await transaction
            .selectFrom('chat_flow')
            .select(['version', 'created_date', 'last_run_date', 'is_published_by_hand', 'live_version', 'gate'])
            .where('id', '=', String(id))
            .executeTakeFirstOrThrow()
          const stays = current.is_published_by_hand === 1 || current.gate === 'block'
          const live_version = stays ? liveVersionOf(current) : null
          const next = { ...row, ...current, version: current.version + 1, live_version, updated_date: at, graph: null }
          await transaction.updateTable('chat_flow').set(next).where('id', '=', String(id)).execute()
          versions.push(versionOf({ ...next, id: String(id) }, at))
        }
        await insertAll(transaction, 'chat_flow_version', versions)
        for (const table of ['tool', 'variable'] as const) {
          const { added, replaced } = table === 'tool' ? tools : variables
          await insertAll(transaction, table, added)
          for (const { id, created_date: _, ...row } of replaced) {
            const { value, ...rest } = row
            await transaction
              .updateTable(table)
              // A secret comes without its value: the one here is not lost for that.
              .set({ ...(row['is_secret'] === 1 && value === '' ? rest : row), updated_date: at })
              .where('id', '=', String(id))
              .execute()
          }
        }
        await writeStores(transaction, { stores: { ...stores, replaced: dated(stores.replaced, at) }, sources })
        await insertAll(transaction, 'chat_message', messages, { isTakenSkipped: true })
        await insertAll(transaction, 'feedback', feedback, { isTakenSkipped: true })
      }),
  }
}

/** Nothing of a store that was brought in is loaded yet; what a replaced one has loaded stays until it is loaded again. */
export async function writeStores(
  transaction: Transaction<Schema>,
  { stores: { added, replaced }, sources }: Pick<ImportRows, 'stores' | 'sources'>,
): Promise<void> {
  for (const row of added) {
    const store = { ...(row as unknown as Selectable<KnowledgeStoreTable>), ...NOT_LOADED }
    await transaction.insertInto('knowledge_store').values(store).execute()
  }
  for (const { id, created_date: _, ...row } of replaced) {
    await transaction.updateTable('knowledge_store').set(row).where('id', '=', String(id)).execute()
  }
  for (const row of sources) {
    const { id: _, store_id: __, created_date: ___, ...changes } = row as unknown as Selectable<KnowledgeSourceTable>
    const { passages: _passages, characters: _characters, ...settings } = changes
    await transaction
      .insertInto('knowledge_source')
      .values(row as unknown as Selectable<KnowledgeSourceTable>)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(settings))
      .execute()
  }
}

function dated(rows: readonly Row[], at: string): Row[] {
  return rows.map((row) => ({ ...row, updated_date: at }))
}

function versionOf(row: Row, at: string): Row {
  const { nodes } = JSON.parse(String(row['flow_data'])) as { nodes: unknown[] }
  return {
    chatflow_id: row['id'] ?? null,
    version: row['version'] ?? 1,
    name: row['name'] ?? '',
    node_count: nodes.length,
    created_date: at,
    flow_data: row['flow_data'] ?? '',
  }
}
