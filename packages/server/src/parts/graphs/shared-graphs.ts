import { sql, type Kysely, type Selectable } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../ground/db/database.ts'
import type { ChatFlowTable, ChatFlowVersionTable, KeptGraph } from '../../ground/db/flow-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { graphHash } from './graph-hash.ts'
import { openGraph, packGraph, readDeclaration, type Declaration } from './packed-graph.ts'

/** A flow with its graph, wherever that is kept; whom it tells is no part of it. */
export type FlowRow = Omit<Selectable<ChatFlowTable>, 'graph' | 'is_told'>

/** A saved version with its graph, wherever that is kept. */
export type VersionRow = Omit<Selectable<ChatFlowVersionTable>, 'graph'>

const PAGE = 50
/** How many declarations one statement names. */
const NAMED_AT_ONCE = 500
/** A declaration stored again within this time is not written again; none is deleted that soon. */
const FRESH_MS = 43_200_000

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
export const graphOfFlow = sql<KeptGraph>`coalesce(nullif(chat_flow.flow_data, ''), graph.flow_data, '')`

/** The graph that answers, where that is another than the newest; else nothing. */
export const olderLiveGraph = sql<KeptGraph>`coalesce((
  select coalesce(live_graph.flow_data, live.flow_data)
  from chat_flow_version as live left join graph as live_graph on live_graph.hash = live.graph
  where live.chatflow_id = chat_flow.id and live.version = chat_flow.live_version
    and chat_flow.live_version <> chat_flow.version
), '')`

/** The graph that answers. */
export const liveGraphOfFlow = sql<KeptGraph>`coalesce(nullif(${olderLiveGraph}, ''), ${graphOfFlow})`

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
      sql<KeptGraph>`coalesce(graph.flow_data, chat_flow_version.flow_data)`.as('flow_data'),
    ])
}

/** Rows with the graphs that were saved, from rows with what is stored of them. */
export async function withWholeGraphs<Row extends { flow_data: KeptGraph }>(
  db: Kysely<Schema>,
  rows: readonly Row[],
): Promise<(Omit<Row, 'flow_data'> & { flow_data: string })[]> {
  const opened = rows.map((row) => ({ row, graph: openGraph(row.flow_data) }))
  const declarations = await readDeclarations(db, new Set(opened.flatMap(({ graph }) => graph.names)))
  return opened.map(({ row, graph }) => ({ ...row, flow_data: graph.whole(declarations) }))
}

/** The same of one row, where there is one. */
export async function withWholeGraph<Row extends { flow_data: KeptGraph }>(
  db: Kysely<Schema>,
  row: Row | undefined,
): Promise<(Omit<Row, 'flow_data'> & { flow_data: string }) | undefined> {
  return row && (await withWholeGraphs(db, [row]))[0]
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

/** Says that a graph is wanted as of now: whoever deletes graphs looks at that when it deletes. False where it is not stored. */
export async function touchGraph(db: Kysely<Schema>, { hash, at }: { hash: string; at: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('graph')
    .set({ created_date: at })
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores a graph, if it is not stored yet, and that it is wanted as of now. */
export async function keepGraph(db: Kysely<Schema>, flowData: string, at: string): Promise<string> {
  const hash = graphHash(flowData)
  if (await touchGraph(db, { hash, at })) return hash
  const { text, declarations } = packGraph(flowData)
  await keepDeclarations(db, declarations, at)
  await db
    .insertInto('graph')
    .values({ hash, created_date: at, flow_data: text })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_date: at }))
    .execute()
  return hash
}

/** Before the graph that names them: stopped in between, some are stored that nothing names. */
export async function keepDeclarations(
  db: Kysely<Schema>,
  declarations: ReadonlyMap<string, string>,
  at: string,
): Promise<void> {
  const fresh = new Date(Date.parse(at) - FRESH_MS).toISOString()
  // In one order for all: two saves would each wait for what the other holds.
  const hashes = [...declarations.keys()].sort()
  for (const some of chunks(hashes)) {
    const kept = await db
      .selectFrom('node_declaration')
      .select('hash')
      .where('hash', 'in', some)
      .where('created_date', '>', fresh)
      .execute()
    const known = new Set(kept.map(({ hash }) => hash))
    const rows = some.flatMap((hash) => {
      const declaration = declarations.get(hash)
      return declaration === undefined || known.has(hash) ? [] : [{ hash, created_date: at, declaration }]
    })
    if (rows.length === 0) continue
    await db
      .insertInto('node_declaration')
      .values(rows)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ created_date: at }))
      .execute()
  }
}

async function readDeclarations(db: Kysely<Schema>, hashes: ReadonlySet<string>): Promise<Map<string, Declaration>> {
  const declarations = new Map<string, Declaration>()
  for (const some of chunks([...hashes])) {
    const rows = await db
      .selectFrom('node_declaration')
      .select(['hash', 'declaration'])
      .where('hash', 'in', some)
      .execute()
    for (const { hash, declaration } of rows) declarations.set(hash, readDeclaration(declaration))
  }
  return declarations
}

function chunks(hashes: readonly string[]): string[][] {
  const count = Math.ceil(hashes.length / NAMED_AT_ONCE)
  return Array.from({ length: count }, (_, index) => hashes.slice(index * NAMED_AT_ONCE, (index + 1) * NAMED_AT_ONCE))
}
