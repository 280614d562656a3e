import type { FlowName } from '@chatwright/contract'
import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { ChatFlowTable } from '../../ground/db/flow-tables.ts'

/** Which flows a key opens, asked before somebody deletes it. */
export interface FlowsOfKeys {
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

export function createFlowsOfKeys({ query: db }: Pick<Database, 'query'>): FlowsOfKeys {
  return {
    openToKey: (keyId) =>
      db
        .selectFrom('chat_flow')
        .select(['id', 'name', 'type', 'deployed', 'is_public', 'category', 'created_date', 'updated_date'])
        .where('is_owner_only', '=', 0)
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
