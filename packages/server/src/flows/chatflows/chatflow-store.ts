import { sql, type Transaction } from 'kysely'
import { containsText } from '../../ground/db/contains-text.ts'
import type { Database } from '../../ground/db/database.ts'
import type { KeptGraph } from '../../ground/db/flow-tables.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import { ANSWER_KINDS } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { expectSchedule } from '../flows/expect-schedule.ts'
import {
  flowColumns,
  flowsBesideGraphs,
  flowsWithGraphs,
  graphOfFlow,
  pointAtGraph,
  stateOfFlow,
  versionsWithGraphs,
  withWholeGraph,
  withWholeGraphs,
  type FlowRow,
  type VersionRow,
} from '../../parts/graphs/shared-graphs.ts'

export type ChatflowRow = FlowRow
export type ChatflowSummaryRow = Omit<ChatflowRow, 'flow_data'>
/** With what becomes another whenever its graph may be another. */
export type ListedRow = ChatflowSummaryRow & { state: string }
export type ChatflowVersionRow = VersionRow

export interface ChatflowFilter {
  type?: string | undefined
  search?: string | undefined
  tag?: string | undefined
}

export interface ChatflowOrder {
  column: 'name' | 'updated_date' | 'created_date' | 'last_run_date'
  direction: 'asc' | 'desc'
}

export interface ChatflowStore {
  list(filter: ChatflowFilter, order: ChatflowOrder): Promise<ChatflowSummaryRow[]>
  page(
    filter: ChatflowFilter,
    order: ChatflowOrder,
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ListedRow>>
  pageByNumber(filter: ChatflowFilter, order: ChatflowOrder, at: { limit: number; page: number }): Promise<ListedRow[]>
  count(filter: ChatflowFilter): Promise<number>
  /** Those of them whose last run failed. What was tried in a draft does not count. */
  failedLast(ids: readonly string[]): Promise<Set<string>>
  /** Their graphs, nothing in place of those longer than about this many characters. */
  graphs(
    ids: readonly string[],
    longest: number,
  ): Promise<(Pick<ListedRow, 'id' | 'version' | 'state'> & { flow_data: string })[]>
  tags(): Promise<string[]>
  find(id: string): Promise<ChatflowRow | undefined>
  /** What flows may name as their credential. */
  credentialIds(): Promise<string[]>
  insert(row: ChatflowRow, version: ChatflowVersionRow): Promise<void>
  /** Applies a change to the current row inside one transaction; the callback decides on what it sees. */
  change(id: string, decide: (current: ChatflowRow) => ChatflowChange): Promise<ChatflowRow | undefined>
  delete(id: string): Promise<boolean>
  versions(id: string): Promise<Omit<ChatflowVersionRow, 'flow_data'>[]>
  version(id: string, version: number): Promise<ChatflowVersionRow | undefined>
}

export interface ChatflowChange {
  columns: Partial<Omit<ChatflowRow, 'id'>>
  /** The new state of the graph, when it changed. */
  version?: ChatflowVersionRow
}

/** How many older states of a flow are kept. */
const KEPT_VERSIONS = 200

/** More than anybody types: each costs a look at every flow. */
const MOST_WORDS = 10

/** About how long a graph is when it is whole: without what its nodes have from the catalogue it is a fifth of that, or less. */
const lengthOfGraph = sql`length(${graphOfFlow}) * case when substr(${graphOfFlow}, 1, 1) = '[' then 5 else 1 end`

/** The words of a search, each of which is to be found, in any order. */
function wordsOf(search = ''): string[] {
  return search
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
}

export function createChatflowStore(database: Database): ChatflowStore {
  const { query: db } = database

  const filtered = ({ type, search, tag }: ChatflowFilter) =>
    db
      .selectFrom('chat_flow')
      .$if(type !== undefined, (q) => q.where('type', '=', type ?? ''))
      .$if(wordsOf(search).length > 0, (q) =>
        q.where((e) =>
          e.and(
            wordsOf(search).map((word) =>
              e.or(['name', 'category', 'node_names'].map((column) => containsText(column, word))),
            ),
          ),
        ),
      )
      .$if(tag !== undefined, (q) =>
        q.where((e) => {
          const value = escapeLike(tag ?? '')
          return e.or([
            e('category', '=', tag ?? ''),
            e('category', 'like', `${value};%`),
            e('category', 'like', `%;${value}`),
            e('category', 'like', `%;${value};%`),
          ])
        }),
      )

  return {
    list: (filter, { column, direction }) =>
      filtered(filter).select(flowColumns).orderBy(column, direction).orderBy('id', direction).execute(),

    page: (filter, { column, direction }, { limit, cursor }) =>
      pageAfter(filtered(filter).select(flowColumns).select(stateOfFlow.as('state')), {
        columns: [column],
        isNullable: column === 'last_run_date',
        direction,
        limit,
        cursor,
      }),

    pageByNumber: (filter, { column, direction }, { limit, page }) =>
      filtered(filter)
        .select(flowColumns)
        .select(stateOfFlow.as('state'))
        .orderBy(column, direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),

    async count(filter) {
      const row = await filtered(filter)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async failedLast(ids) {
      if (ids.length === 0) return new Set()
      const rows = await db
        .selectFrom('chat_flow')
        .select('id')
        .where('id', 'in', ids)
        .where(
          (e) =>
            e
              .selectFrom('run')
              .select('status')
              .whereRef('run.chatflow_id', '=', 'chat_flow.id')
              .where('kind', 'in', ANSWER_KINDS)
              .where('is_draft', '=', 0)
              .where('status', 'in', ['done', 'failed', 'cancelled', 'interrupted', 'waiting'])
              .orderBy('created_date', 'desc')
              .orderBy('run.id', 'desc')
              .limit(1),
          '=',
          'failed',
        )
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    graphs: async (ids, longest) => {
      const rows = await flowsBesideGraphs(db)
        .select(['chat_flow.id', 'chat_flow.version', stateOfFlow.as('state')])
        .select(
          sql<KeptGraph>`case when ${lengthOfGraph} <= cast(${longest} as integer) then ${graphOfFlow} else '' end`.as(
            'flow_data',
          ),
        )
        .where('chat_flow.id', 'in', ids)
        .execute()
      return withWholeGraphs(db, rows)
    },

    async tags() {
      const rows = await db.selectFrom('chat_flow').select('category').where('category', 'is not', null).execute()
      return rows.flatMap((row) => (row.category ?? '').split(';')).filter((tag) => tag !== '')
    },

    credentialIds: async () => (await db.selectFrom('credential').select('id').execute()).map(({ id }) => id),

    find: async (id) => withWholeGraph(db, await flowsWithGraphs(db).where('chat_flow.id', '=', id).executeTakeFirst()),

    insert: (row, version) =>
      database.transactDurably(async (transaction) => {
        const graph = await pointAtGraph(transaction, row.flow_data, row.updated_date)
        await transaction
          .insertInto('chat_flow')
          .values({ ...row, ...graph })
          .execute()
        await transaction
          .insertInto('chat_flow_version')
          .values({ ...version, ...graph })
          .execute()
        await expectSchedule(transaction, row, row.updated_date)
      }),

    change: (id, decide) =>
      database.transactDurably(async (transaction) => {
        const current = await lockedRow(transaction, database.kind, id)
        if (!current) return undefined
        const { columns, version } = decide(current)
        const changed = { ...current, ...columns }
        // Without a version the graph is the one it was, wherever that is kept.
        const graph = version && (await pointAtGraph(transaction, changed.flow_data, version.created_date))
        const { flow_data: _, ...others } = columns
        if (changed.type !== current.type) await expectSchedule(transaction, changed, changed.updated_date)
        await transaction
          .updateTable('chat_flow')
          .set({ ...others, ...graph })
          .where('id', '=', id)
          .execute()
        if (version && graph) {
          await transaction
            .insertInto('chat_flow_version')
            .values({ ...version, ...graph })
            .execute()
          await transaction
            .deleteFrom('chat_flow_version')
            .where('chatflow_id', '=', id)
            .where('version', '<=', version.version - KEPT_VERSIONS)
            // However old, it answers.
            .where('version', '<>', changed.live_version ?? changed.version)
            .execute()
        }
        return changed
      }),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('chat_flow').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    versions: (id) =>
      db
        .selectFrom('chat_flow_version')
        .select(['chatflow_id', 'version', 'name', 'node_count', 'created_date'])
        .where('chatflow_id', '=', id)
        .orderBy('version', 'desc')
        .execute(),

    version: async (id, version) =>
      withWholeGraph(
        db,
        await versionsWithGraphs(db)
          .where('chat_flow_version.chatflow_id', '=', id)
          .where('chat_flow_version.version', '=', version)
          .executeTakeFirst(),
      ),
  }
}

/** SQLite's transaction holds the write lock already; PostgreSQL needs to be told which row. */
async function lockedRow(
  transaction: Transaction<Schema>,
  kind: Database['kind'],
  id: string,
): Promise<ChatflowRow | undefined> {
  const row = await flowsWithGraphs(transaction)
    .where('chat_flow.id', '=', id)
    .$if(kind === 'postgres', (q) => q.forUpdate('chat_flow'))
    .executeTakeFirst()
  return withWholeGraph(transaction, row)
}

function escapeLike(text: string): string {
  // Neither % nor _ can be escaped the same way on both databases without a clause; a space matches less, never more.
  return text.replaceAll(/[%_\\]/g, ' ')
}
