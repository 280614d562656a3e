import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { GraphTable } from '../../ground/db/flow-tables.ts'
import { openGraph, packGraph } from '../../parts/graphs/packed-graph.ts'
import { keepDeclarations, shareGraphs } from '../../parts/graphs/shared-graphs.ts'
import { every } from '../../ground/every.ts'

const EVERY_MS = 86_400_000
/** After the rush of a start. */
const FIRST_MS = 600_000
const PAGE = 1000
/** Runs whose events are looked through together: some hold much. */
const FEW = 20
/** In what a step notes of a flow before it asks it. */
const ASKED = '"flowVersion":'

/** Once a day, moves graphs to where they are kept once, and deletes those that nothing points at. Returns how to stop. */
export function keepCollectingGraphs(
  database: Database,
  { now, onFault }: { now: () => Date; onFault: (error: unknown) => void },
): () => void {
  const sweep = async (signal: AbortSignal): Promise<void> => {
    // A graph is kept just before its run is: one of today may belong to a run that is being begun.
    const before = new Date(now().getTime() - EVERY_MS)
    await shareGraphs(database, { at: now(), signal })
    await collectGraphs(database, { before, signal })
    await collectSecrets(database, { before, signal })
    await collectDeclarations(database, { at: now(), before, signal })
  }
  return every(EVERY_MS, sweep, { onFault, firstMs: FIRST_MS })
}

/**
 * Deletes the graphs wanted last before a time that no flow, no saved version and no run points at, be it by a flow that one of its
 * steps asked. Returns how many.
 */
export async function collectGraphs(
  { query: db }: Pick<Database, 'query'>,
  { before, signal }: { before: Date; signal: AbortSignal },
): Promise<number> {
  const old = await db.selectFrom('graph').select('hash').where('created_date', '<', before.toISOString()).execute()
  const unused = new Set(old.map(({ hash }) => hash))
  if (unused.size === 0) return 0
  for (const table of ['chat_flow', 'chat_flow_version'] as const) {
    for (const { graph } of await db.selectFrom(table).select('graph').distinct().execute()) {
      if (graph !== null) unused.delete(graph)
    }
  }
  // Page by page rather than by an index, which every answer would pay for.
  for (let after = ''; unused.size > 0 && !signal.aborted;) {
    const runs = await db
      .selectFrom('run')
      .select(['id', 'graph', 'execution_id'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    for (const { graph } of runs) if (graph !== null) unused.delete(graph)
    for (const hash of await askedIn(
      db,
      runs.flatMap(({ id, execution_id: execution }) => (execution === null ? [] : id)),
    )) {
      unused.delete(hash)
    }
    const last = runs.at(-1)
    if (!last) break
    after = last.id
    await nextTurn()
  }
  if (unused.size === 0 || signal.aborted) return 0
  const { numDeletedRows } = await db
    .deleteFrom('graph')
    .where('hash', 'in', [...unused])
    // Somebody may have wanted it again since.
    .where('created_date', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the secrets of flows saved last before a time that no graph names any more. Returns how many. */
export async function collectSecrets(
  { query: db }: Pick<Database, 'query'>,
  { before, signal }: { before: Date; signal: AbortSignal },
): Promise<number> {
  const old = await db.selectFrom('flow_secret').select('id').where('created_date', '<', before.toISOString()).execute()
  const unused = new Set(old.map(({ id }) => id))
  for await (const { flow_data: text } of allGraphs(db, signal)) {
    for (const [, id = ''] of text.matchAll(/"sealed:([\w-]+)"/g)) unused.delete(id)
    if (unused.size === 0) break
  }
  if (unused.size === 0 || signal.aborted) return 0
  const { numDeletedRows } = await db
    .deleteFrom('flow_secret')
    .where('id', 'in', [...unused])
    // Somebody may have saved it again since.
    .where('created_date', '<', before.toISOString())
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Packs the graphs that earlier versions stored whole, each by itself, and deletes the declarations wanted last before a time that no
 * graph names. Returns how many.
 */
export async function collectDeclarations(
  database: Pick<Database, 'query' | 'transact'>,
  { at, before, signal }: { at: Date; before: Date; signal: AbortSignal },
): Promise<number> {
  const { query: db } = database
  const old = await db
    .selectFrom('node_declaration')
    .select('hash')
    .where('created_date', '<', before.toISOString())
    .execute()
  const unused = new Set(old.map(({ hash }) => hash))
  for await (const graph of allGraphs(db, signal)) {
    const { names } = openGraph(graph.flow_data)
    for (const name of names) unused.delete(name)
    if (names.length === 0) await packStored(database, { ...graph, at: at.toISOString() })
  }
  if (signal.aborted) return 0
  let deleted = 0
  for (const hash of unused) {
    const { numDeletedRows } = await db
      .deleteFrom('node_declaration')
      .where('hash', '=', hash)
      // A graph that names it may have been stored since.
      .where('created_date', '<', before.toISOString())
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
  }
  return deleted
}

/** Another text of the same graph, under the name it has. */
async function packStored(
  { transact }: Pick<Database, 'transact'>,
  { hash, flow_data: stored, at }: StoredGraph & { at: string },
): Promise<void> {
  const { text, declarations } = packGraph(openGraph(stored).whole(new Map()))
  if (text === stored) return
  await transact(async (transaction) => {
    await keepDeclarations(transaction, declarations, at)
    await transaction
      .updateTable('graph')
      .set({ flow_data: text })
      .where('hash', '=', hash)
      // A secret may have been sealed in it since.
      .where('flow_data', '=', stored)
      .execute()
  })
}

type StoredGraph = Pick<Selectable<GraphTable>, 'hash' | 'flow_data'>

/** A few in memory at a time, and others have their turn in between. */
async function* allGraphs(db: Database['query'], signal: AbortSignal): AsyncGenerator<StoredGraph> {
  for (let after = ''; !signal.aborted;) {
    const graphs = await db
      .selectFrom('graph')
      .select(['hash', 'flow_data'])
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(FEW)
      .execute()
    yield* graphs
    const last = graphs.at(-1)
    if (!last) break
    after = last.hash
    await nextTurn()
  }
}

/** The graphs of the flows that steps of these runs asked: whoever goes on with a run, or does a step again, needs them. */
async function askedIn(db: Database['query'], runIds: readonly string[]): Promise<string[]> {
  const hashes: string[] = []
  for (let at = 0; at < runIds.length; at += FEW) {
    const rows = await db
      .selectFrom('run_event')
      .select('event')
      .where('run_id', 'in', runIds.slice(at, at + FEW))
      .where('event', 'like', `%${ASKED}%`)
      .execute()
    for (const { event } of rows) {
      for (const [, hash = ''] of event.matchAll(/"graph":"([\w-]{43})"/g)) hashes.push(hash)
    }
    await nextTurn()
  }
  return hashes
}
