import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { CredentialTable } from '../../ground/db/flow-tables.ts'

export type CredentialRow = Selectable<CredentialTable>
export type CredentialSummaryRow = Omit<CredentialRow, 'encrypted_data' | 'renewed_until'>

export interface CredentialStore {
  list(kinds: readonly string[] | undefined): Promise<CredentialSummaryRow[]>
  find(id: string): Promise<CredentialRow | undefined>
  insert(row: CredentialRow): Promise<void>
  /** Applies a change to the current row inside one transaction. */
  change(
    id: string,
    decide: (current: CredentialRow) => Partial<Omit<CredentialRow, 'id'>>,
  ): Promise<CredentialRow | undefined>
  delete(id: string): Promise<boolean>
  /** Lets one process at a time renew its tokens. */
  takeRenewal(id: string, forMs: number): Promise<boolean>
  /** The channels that speak with it, each with the flow that answers there. */
  channels(id: string): Promise<{ id: string; name: string; flowId: string; flowName: string }[]>
}

/** More are not read out. */
const MOST_CHANNELS = 100

export function createCredentialStore(database: Database): CredentialStore {
  const { query: db } = database
  return {
    list: (kinds) =>
      db
        .selectFrom('credential')
        .select([
          'id',
          'name',
          'credential_name',
          'created_date',
          'updated_date',
          'connection_state',
          'connection_error',
        ])
        .$if(kinds !== undefined, (q) => q.where('credential_name', 'in', kinds?.length ? kinds : ['']))
        .orderBy('name')
        .orderBy('id')
        .execute(),

    find: (id) => db.selectFrom('credential').selectAll().where('id', '=', id).executeTakeFirst(),

    insert: (row) =>
      database.transactDurably(async (transaction) => {
        await transaction.insertInto('credential').values(row).execute()
      }),

    change: (id, decide) =>
      database.transactDurably(async (transaction) => {
        const current = await transaction
          .selectFrom('credential')
          .selectAll()
          .where('id', '=', id)
          .$if(database.kind === 'postgres', (q) => q.forUpdate())
          .executeTakeFirst()
        if (!current) return undefined
        return transaction
          .updateTable('credential')
          .set(decide(current))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
      }),

    delete: (id) =>
      database.transactDurably(async (transaction) => {
        const result = await transaction.deleteFrom('credential').where('id', '=', id).executeTakeFirst()
        return result.numDeletedRows > 0n
      }),

    async takeRenewal(id, forMs) {
      const { kind } = database
      const { numUpdatedRows } = await db
        .updateTable('credential')
        .set({ renewed_until: databaseTime(kind, inMs(forMs)) })
        .where('id', '=', id)
        .where((e) => e.or([e('renewed_until', 'is', null), e('renewed_until', '<', databaseTime(kind))]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    channels: (id) =>
      db
        .selectFrom('channel')
        .innerJoin('chat_flow', 'chat_flow.id', 'channel.chatflow_id')
        .select(['channel.id', 'channel.name', 'chat_flow.id as flowId', 'chat_flow.name as flowName'])
        .where('credential_id', '=', id)
        .orderBy('channel.name')
        .orderBy('channel.id')
        .limit(MOST_CHANNELS)
        .execute(),
  }
}
