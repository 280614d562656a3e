import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ChannelTable } from '../../ground/db/channel-tables.ts'
import type { Database } from '../../ground/db/database.ts'

export type ChannelRow = Selectable<ChannelTable>
export type ListedChannel = ChannelRow & { flowName: string; lastMessage: string | null }

export interface ChannelStore {
  list(): Promise<ListedChannel[]>
  find(id: string): Promise<ListedChannel | undefined>
  insert(row: Insertable<ChannelTable>): Promise<void>
  update(id: string, changes: Updateable<ChannelTable>): Promise<void>
  delete(id: string): Promise<void>
}

/** As many as a person can look through. */
const MOST_LISTED = 500

export function createChannelStore(database: Database): ChannelStore {
  const { query: db } = database
  const listed = () =>
    db
      .selectFrom('channel')
      .innerJoin('chat_flow', 'chat_flow.id', 'channel.chatflow_id')
      .selectAll('channel')
      .select('chat_flow.name as flowName')
      .select((e) =>
        e
          .selectFrom('delivery')
          .where('delivery.kind', '=', 'channel')
          .whereRef('delivery.subject_id', '=', 'channel.id')
          .select((max) => max.fn.max('delivery.created_date').as('last'))
          .as('lastMessage'),
      )
  return {
    list: () => listed().orderBy('channel.name').orderBy('channel.id').limit(MOST_LISTED).execute(),
    find: (id) => listed().where('channel.id', '=', id).executeTakeFirst(),
    async insert(row) {
      await database.transactDurably((transaction) => transaction.insertInto('channel').values(row).execute())
    },
    async update(id, changes) {
      await database.transactDurably(async (transaction) => {
        await transaction.updateTable('channel').set(changes).where('id', '=', id).execute()
        if (changes.chatflow_id === undefined) return
        // What came to it stays with the channel, whichever flow is deleted.
        const { chatflow_id } = changes
        await transaction
          .updateTable('delivery')
          .set({ chatflow_id })
          .where('kind', '=', 'channel')
          .where('subject_id', '=', id)
          .execute()
      })
    },
    async delete(id) {
      await database.transactDurably(async (transaction) => {
        await transaction.deleteFrom('delivery').where('kind', '=', 'channel').where('subject_id', '=', id).execute()
        await transaction.deleteFrom('channel').where('id', '=', id).execute()
      })
    },
  }
}
