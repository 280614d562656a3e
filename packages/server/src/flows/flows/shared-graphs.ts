import { sql, type Kysely, type Selectable } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../ground/db/database.ts'
import type { ChatFlowTable, ChatFlowVersionTable } from '../../ground/db/flow-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { graphHash } from './graph-hash.ts'

/** A flow with its graph, wherever that is kept; whom it tells is no part of it. */
export type FlowRow = Omit<Selectable<ChatFlowTable>, 'graph' | 'is_told'>

/** A saved version with its graph, wherever that is kept. */
export type VersionRow = Omit<Selectable<ChatFlowVersionTable>, 'graph'>

const PAGE = 50

export const flowColumns = [
  'id',
  'name',
  'version',
  'type',
  'deployed',
  'is_public',
  'is_owner_only',
  'api_key_id',
  'chatbot_config',
  'api_config',
  'analytic',
  'speech_to_text',
  'text_to_speech',
  'follow_up_prompts',
  'category',
  'node_names',
  'created_date',
  'updated_date',
  'last_run_date',
  'live_version',
  'is_published_by_hand',
  'gate',
] as const

/** The graph of a flow: its own copy where it has one, so that whatever writes one is read at once. */
export const graphOfFlow = sql<string>`coalesce(nullif(chat_flow.flow_data, ''), graph.flow_data, '')`

/** The graph that answers, where that is another than the newest; else nothing. */
export const olderLiveGraph = sql<string>`coalesce((
  select coalesce(live_graph.flow_data, live.flow_data)
  from chat_flow_version as live left join graph as live_graph on live_graph.hash = live.graph
  where live.chatflow_id = chat_flow.id and live.version = chat_flow.live_version
    and chat_flow.live_version <> chat_flow.version
), '')`

/** The graph that answers. */
export const liveGraphOfFlow = sql<string>`coalesce(nullif(${olderLiveGraph}, ''), ${graphOfFlow})`

/** The version that answers. */
export const liveVersionOfFlow = sql<number>`coalesce(chat_flow.live_version, chat_flow.version)`

/** Another one whenever a flow may have another graph: a file brings one under a version, and a date, that were here. */
export const stateOfFlow = sql<string>`chat_flow.updated_date || ' ' || coalesce(chat_flow.graph, '')`

/** Flows, each beside the graph it points at. */
export function flowsBesideGraphs(db: Kysely<Schema>) {
  return db.selectFrom('chat_flow').leftJoin('graph', 'graph.hash', 'chat_flow.graph')
}

/** Flows, each with its graph. */
export function flowsWithGraphs(db: Kysely<Schema>) {
  return flowsBesideGraphs(db)
    .select(flowColumns.map((column) => `chat_flow.${column}` as const))
    .select(graphOfFlow.as('flow_data'))
}

/** Saved versions, each with its graph. */
export function versionsWithGraphs(db: Kysely<Schema>) {
  return db
    .selectFrom('chat_flow_version')
    .leftJoin('graph', 'graph.hash', 'chat_flow_version.graph')
    .select([
      'chat_flow_version.chatflow_id',
      'chat_flow_version.version',
      'chat_flow_version.name',
      'chat_flow_version.node_count',
      'chat_flow_version.created_date',
      sql<string>`coalesce(graph.flow_data, chat_flow_version.flow_data)`.as('flow_data'),
    ])
}

/** What a row says of its graph, once that is kept: the same graph is kept once, however often and by whomever it is saved. */
export async function pointAtGraph(db: Kysely<Schema>, flowData: string, at: string) {
  return { flow_data: '', graph: await keepGraph(db, flowData, at) }
}

/** Moves the copies of earlier releases, and of files, to where graphs are kept. Stopped, it goes on from there the next time. */
export async function shareGraphs(
  database: Pick<Database, 'query' | 'transact'>,
  how: { at: Date; signal: AbortSignal },
): Promise<number> {
  return (await shareVersions(database, how)) + (await shareFlows(database, how))
}

async function shareVersions(
  { query: db, transact }: Pick<Database, 'query' | 'transact'>,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<number> {
  return moveAll(signal, async () => {
    const rows = await db
      .selectFrom('chat_flow_version')
      .select(['chatflow_id', 'version', 'flow_data'])
      .where('graph', 'is', null)
      .limit(PAGE)
      .execute()
    return rows.map(
      ({ chatflow_id: id, version, flow_data: flowData }) =>
        () =>
          transact(async (transaction) => {
            await transaction
              .updateTable('chat_flow_version')
              .set(await pointAtGraph(transaction, flowData, at.toISOString()))
              .where('chatflow_id', '=', id)
              .where('version', '=', version)
              // A database that was loaded meanwhile may have another one in its place.
              .where('flow_data', '=', flowData)
              .execute()
          }),
    )
  })
}

async function shareFlows(
  { query: db, transact }: Pick<Database, 'query' | 'transact'>,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<number> {
  return moveAll(signal, async () => {
    const rows = await db
      .selectFrom('chat_flow')
      .select(['id', 'flow_data'])
      .where('flow_data', '<>', '')
      .limit(PAGE)
      .execute()
    return rows.map(
      ({ id, flow_data: flowData }) =>
        () =>
          transact(async (transaction) => {
            await transaction
              .updateTable('chat_flow')
              .set(await pointAtGraph(transaction, flowData, at.toISOString()))
              .where('id', '=', id)
              // It may have been saved meanwhile.
              .where('flow_data', '=', flowData)
              .execute()
          }),
    )
  })
}

/** Does the moves of one page after another, each by itself, so that nobody waits for more than one. */
async function moveAll(signal: AbortSignal, nextPage: () => Promise<(() => Promise<void>)[]>): Promise<number> {
  let moved = 0
  while (!signal.aborted) {
    const moves = await nextPage()
    if (moves.length === 0) break
    for (const move of moves) {
      await move()
      moved += 1
      await nextTurn()
    }
  }
  return moved
}

/** Keeps a graph, and that it is wanted as of now: whoever deletes graphs looks at that when it deletes. */
async function keepGraph(db: Kysely<Schema>, flowData: string, at: string): Promise<string> {
  const hash = graphHash(flowData)
  await db
    .insertInto('graph')
    .values({ hash, created_date: at, flow_data: flowData })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_date: at }))
    .execute()
  return hash
}
