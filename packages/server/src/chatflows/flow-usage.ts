import type { FlowName } from '@chatwright/contract'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Answers which flows need a thing before somebody deletes it. */
export interface FlowUsage {
  /** Flows whose graph holds this id as a value. */
  mentioning(id: string): Promise<(FlowName & { flowData: string })[]>
  /** Flows that open only with one of these keys, by key id. */
  demandingApiKeys(): Promise<Map<string, FlowName[]>>
}

export function createFlowUsage({ query: db, kind }: Pick<Database, 'query' | 'kind'>): FlowUsage {
  return {
    mentioning: (id) => {
      const quoted = JSON.stringify(id)
      const found =
        kind === 'sqlite'
          ? sql<boolean>`instr(flow_data, ${quoted}) > 0`
          : sql<boolean>`strpos(flow_data, ${quoted}) > 0`
      return db
        .selectFrom('chat_flow')
        .select(['id', 'name', 'flow_data as flowData'])
        .where(found)
        .orderBy('name')
        .orderBy('id')
        .execute()
    },

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
        if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), flow])
      }
      return byKey
    },
  }
}
