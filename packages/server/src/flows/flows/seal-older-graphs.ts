import { isSealedValue, parseFlowData, withInputs } from '@chatwright/core'
import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { UnsealedGraphTable } from '../../ground/db/flow-tables.ts'
import { packGraph } from '../../parts/graphs/packed-graph.ts'
import { keepDeclarations, withWholeGraph } from '../../parts/graphs/shared-graphs.ts'
import { startStep } from './start-step.ts'

interface SecretKeeper {
  /** Stores a secret, and returns what stands for it. */
  keep(secret: string): Promise<string>
}

const PAGE = 50
const SECRET = 'callbackSecret'

/**
 * Seals the callback secrets that earlier versions stored with the flow, wherever a copy of it lies: the migration lists them. A graph
 * keeps the name that runs and versions know it by. Stopped, it continues at the next start. Returns how many held one.
 */
export async function sealOlderGraphs(database: Database, secrets: SecretKeeper): Promise<number> {
  const { query: db, kind } = database
  const next = () => db.selectFrom('unsealed_graph').selectAll().limit(PAGE).execute()
  let listed = await next()
  if (listed.length === 0) return 0
  // What is overwritten would stay readable in free pages of the file, and in its log.
  if (kind === 'sqlite') await sql`pragma secure_delete = on`.execute(db)
  let sealed = 0
  for (; listed.length > 0; listed = await next()) {
    for (const entry of listed) if (await sealOne(database, entry, secrets)) sealed += 1
  }
  if (kind === 'sqlite') {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    await sql`pragma secure_delete = off`.execute(db)
  }
  return sealed
}

async function sealOne(
  database: Database,
  { place, id, version }: UnsealedGraphTable,
  secrets: SecretKeeper,
): Promise<boolean> {
  const text = await textAt(database, { place, id, version })
  const fresh = text && (await withoutSecret(text, secrets))
  await database.transactDurably(async (transaction) => {
    if (fresh && place === 'graph') {
      const { text: flowData, declarations } = packGraph(fresh)
      await keepDeclarations(transaction, declarations, new Date().toISOString())
      await transaction.updateTable('graph').set({ flow_data: flowData }).where('hash', '=', id).execute()
    }
    if (fresh && place === 'chat_flow') {
      await transaction.updateTable('chat_flow').set({ flow_data: fresh }).where('id', '=', id).execute()
    }
    if (fresh && place === 'chat_flow_version') {
      await transaction
        .updateTable('chat_flow_version')
        .set({ flow_data: fresh })
        .where('chatflow_id', '=', id)
        .where('version', '=', version)
        .execute()
    }
    await transaction
      .deleteFrom('unsealed_graph')
      .where('place', '=', place)
      .where('id', '=', id)
      .where('version', '=', version)
      .execute()
  })
  return Boolean(fresh)
}

async function textAt({ query: db }: Database, { place, id, version }: UnsealedGraphTable) {
  if (place === 'graph') {
    const row = await db.selectFrom('graph').select('flow_data').where('hash', '=', id).executeTakeFirst()
    return (await withWholeGraph(db, row))?.flow_data
  }
  if (place === 'chat_flow') {
    return (await db.selectFrom('chat_flow').select('flow_data').where('id', '=', id).executeTakeFirst())?.flow_data
  }
  const row = await db
    .selectFrom('chat_flow_version')
    .select('flow_data')
    .where('chatflow_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.flow_data
}

/** Nothing where the flow holds no secret in clear. */
async function withoutSecret(text: string, secrets: SecretKeeper): Promise<string | undefined> {
  const flow = parseFlowData(text)
  const start = startStep(flow)
  const typed = start?.data.inputs[SECRET]
  if (!start || typeof typed !== 'string' || typed === '' || isSealedValue(typed)) return undefined
  const sealed = withInputs(start, { [SECRET]: await secrets.keep(typed) })
  return JSON.stringify({ ...flow, nodes: flow.nodes.map((node) => (node === start ? sealed : node)) })
}
