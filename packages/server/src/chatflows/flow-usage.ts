import type { FlowName } from '@chatwright/contract'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Database } from '../db/database.ts'
import type { ChatFlowTable } from '../db/schema.ts'
import { flowsBesideGraphs, graphOfFlow } from '../flows/shared-graphs.ts'

/** Answers which flows need a thing before somebody deletes it. */
export interface FlowUsage {
  /** Flows whose graph holds this id as a value. */
  mentioning(id: string): Promise<(FlowName & { flowData: string })[]>
  /** Whether this one flow's graph holds this id as a value. */
  isMentionedIn(flowId: string, id: string): Promise<boolean>
  names(): Promise<FlowName[]>
  /** Flows that open only with one of these keys, by key id. */
  demandingApiKeys(): Promise<Map<string, FlowName[]>>
  /** Flows that demand this key, and those that demand none, by name. */
  openToKey(keyId: string): Promise<OpenFlow[]>
}

export type OpenFlow = Pick<
  Selectable<ChatFlowTable>,
  'id' | 'name' | 'type' | 'deployed' | 'is_public' | 'category' | 'created_date' | 'updated_date'
>

const LONGEST_LIST = 1000

/** Where a flow names the credentials it uses: speech keeps them beside the graph. */
const usedTexts = [graphOfFlow, sql.ref('chat_flow.speech_to_text'), sql.ref('chat_flow.text_to_speech')]

export function createFlowUsage({ query: db, kind }: Pick<Database, 'query' | 'kind'>): FlowUsage {
  const holds = (text: RawBuilder<unknown>, id: string) =>
    kind === 'sqlite'
      ? sql<boolean>`instr(${text}, ${JSON.stringify(id)}) > 0`
      : sql<boolean>`strpos(${text}, ${JSON.stringify(id)}) > 0`

  return {
    mentioning: (id) =>
      flowsBesideGraphs(db)
        .select(['chat_flow.id', 'chat_flow.name', graphOfFlow.as('flowData')])
        .where((e) => e.or([...usedTexts, sql.ref('chat_flow.analytic')].map((text) => holds(text, id))))
        .orderBy('chat_flow.name')
        .orderBy('chat_flow.id')
        .execute(),

    async isMentionedIn(flowId, id) {
      const row = await flowsBesideGraphs(db)
        .select('chat_flow.id')
        .where('chat_flow.id', '=', flowId)
        .where((e) => e.or(usedTexts.map((text) => holds(text, id))))
        .executeTakeFirst()
      return row !== undefined
    },

    names: () => db.selectFrom('chat_flow').select(['id', 'name']).orderBy('name').orderBy('id').execute(),

    openToKey: (keyId) =>
      db
        .selectFrom('chat_flow')
        .select(['id', 'name', 'type', 'deployed', 'is_public', 'category', 'created_date', 'updated_date'])
        .where((e) => e.or([e('api_key_id', 'is', null), e('api_key_id', '=', keyId)]))
        .orderBy('name')
        .orderBy('id')
        .limit(LONGEST_LIST)
        .execute(),

    async demandingApiKeys() {
      const rows = await db
        .selectFrom('chat_flow')
        .select(['id', 'name', 'api_key_id'])
        .where('api_key_id', 'is not', null)
        .orderBy('name')
        .orderBy('id')
        .execute()
      const byKey = new Map<string, FlowName[]>()
      for (const { api_key_id: key, ...flow } of rows) {
        if (key === null) continue
        const others = byKey.get(key)
        if (others) others.push(flow)
        else byKey.set(key, [flow])
      }
      return byKey
    },
  }
}
