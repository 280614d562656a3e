import type { FlowName } from '@chatwright/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { flowsBesideGraphs, graphOfFlow, olderLiveGraph, withWholeGraphs } from '../graphs/shared-graphs.ts'

/** Answers which flows need a thing before somebody deletes it. */
export interface FlowUsage {
  /** Flows whose graph holds this id as a value. */
  mentioning(id: string): Promise<(FlowName & { flowData: string })[]>
  /** Stores of documents whose settings, or those of their sources, hold this id as a value. */
  storesMentioning(id: string): Promise<FlowName[]>
  /** Flows in whose graph this id stands anywhere: also before a name, as stores of documents are chosen. */
  naming(id: string): Promise<FlowName[]>
  /** Stores of documents whose id stands anywhere in the graph of one of these flows, by the flow. */
  storesIn(flowIds: readonly string[]): Promise<Map<string, FlowName[]>>
  /** Whether this one flow's graph, or the settings of this store of documents, hold this id as a value. */
  isMentionedIn(flowId: string, id: string): Promise<boolean>
  names(): Promise<FlowName[]>
}

const LONGEST_LIST = 1000

/** Where a store of documents names the credentials it uses. */
const STORE_TEXTS = [
  'knowledge_source.settings',
  ...['embedding', 'vector_store', 'record_manager', 'index_built', 'index_next'].map(
    (name) => `knowledge_store.${name}`,
  ),
]

const graphs = [graphOfFlow, olderLiveGraph]

/** Where a flow names the credentials it uses: speech keeps them beside the graph. */
const usedTexts = [
  graphOfFlow,
  olderLiveGraph,
  sql.ref('chat_flow.speech_to_text'),
  sql.ref('chat_flow.text_to_speech'),
]

export function createFlowUsage({ query: db, kind }: Pick<Database, 'query' | 'kind'>): FlowUsage {
  const stands = (words: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
    kind === 'sqlite' ? sql<boolean>`instr(${text}, ${words}) > 0` : sql<boolean>`strpos(${text}, ${words}) > 0`
  const holds = (text: RawBuilder<unknown>, id: string) => stands(sql`${JSON.stringify(id)}`, text)

  const storesHolding = (id: string) =>
    db
      .selectFrom('knowledge_store')
      .leftJoin('knowledge_source', 'knowledge_source.store_id', 'knowledge_store.id')
      .select(['knowledge_store.id', 'knowledge_store.name'])
      .where((e) => e.or(STORE_TEXTS.map((text) => holds(sql.ref(text), id))))

  const isInStore = async (storeId: string, id: string): Promise<boolean> =>
    (await storesHolding(id).where('knowledge_store.id', '=', storeId).executeTakeFirst()) !== undefined

  return {
    async mentioning(id) {
      const rows = await flowsBesideGraphs(db)
        .select(['chat_flow.id', 'chat_flow.name', graphOfFlow.as('flow_data')])
        .where((e) => e.or([...usedTexts, sql.ref('chat_flow.analytic')].map((text) => holds(text, id))))
        .orderBy('chat_flow.name')
        .orderBy('chat_flow.id')
        .execute()
      return (await withWholeGraphs(db, rows)).map(({ flow_data: flowData, ...flow }) => ({ ...flow, flowData }))
    },

    storesMentioning: (id) =>
      storesHolding(id)
        .distinct()
        .orderBy('knowledge_store.name')
        .orderBy('knowledge_store.id')
        .limit(LONGEST_LIST)
        .execute(),

    async isMentionedIn(flowId, id) {
      const row = await flowsBesideGraphs(db)
        .select('chat_flow.id')
        .where('chat_flow.id', '=', flowId)
        .where((e) => e.or(usedTexts.map((text) => holds(text, id))))
        .executeTakeFirst()
      return row !== undefined || (await isInStore(flowId, id))
    },

    naming: (id) =>
      flowsBesideGraphs(db)
        .select(['chat_flow.id', 'chat_flow.name'])
        .where((e) => e.or(graphs.map((text) => stands(sql`${id}`, text))))
        .orderBy('chat_flow.name')
        .orderBy('chat_flow.id')
        .limit(LONGEST_LIST)
        .execute(),

    async storesIn(flowIds) {
      const byFlow = new Map<string, FlowName[]>()
      if (flowIds.length === 0) return byFlow
      const rows = await flowsBesideGraphs(db)
        .innerJoin('knowledge_store', (join) =>
          join.on((e) => e.or(graphs.map((text) => stands(sql.ref('knowledge_store.id'), text)))),
        )
        .select(['chat_flow.id as flow_id', 'knowledge_store.id', 'knowledge_store.name'])
        .where('chat_flow.id', 'in', [...flowIds])
        .orderBy('knowledge_store.name')
        .orderBy('knowledge_store.id')
        .limit(LONGEST_LIST)
        .execute()
      for (const { flow_id: flowId, ...store } of rows) {
        const others = byFlow.get(flowId)
        if (others) others.push(store)
        else byFlow.set(flowId, [store])
      }
      return byFlow
    },

    names: () => db.selectFrom('chat_flow').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
  }
}
