import type { Selectable } from 'kysely'
import type { AuditEntryTable, AuditSealTable } from '../../ground/db/audit-tables.ts'
import type { Database } from '../../ground/db/database.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import { insertEntry, type AuditRow } from './audit-context.ts'

export type AuditEntryRow = Selectable<AuditEntryTable>
export type AuditSealRow = Selectable<AuditSealTable>
export type AuditStore = ReturnType<typeof createAuditStore>

export interface AuditFilters {
  actor?: string | undefined
  object?: string | undefined
  action?: string | undefined
  result?: AuditEntryRow['result'] | undefined
  from?: string | undefined
  until?: string | undefined
}

/** What has a name by which people know it, by the first word of its routes. */
const NAMED = {
  chatflows: ['chat_flow', 'name'],
  'mcp-server': ['chat_flow', 'name'],
  credentials: ['credential', 'name'],
  tools: ['tool', 'name'],
  variables: ['variable', 'name'],
  apikey: ['api_key', 'key_name'],
  people: ['person', 'name'],
  channels: ['channel', 'name'],
  tests: ['test_set', 'name'],
  'custom-mcp-servers': ['custom_mcp_server', 'name'],
} as const

export function createAuditStore(database: Database) {
  const { query: db } = database
  const filtered = ({ actor, object, action, result, from, until }: AuditFilters) =>
    db
      .selectFrom('audit_entry')
      .selectAll()
      .$if(actor !== undefined, (q) => q.where('actor_id', '=', actor ?? ''))
      .$if(object !== undefined, (q) => q.where('object_id', '=', object ?? ''))
      .$if(action !== undefined, (q) => q.where('action', '=', action ?? ''))
      .$if(result !== undefined, (q) => q.where('result', '=', result ?? 'done'))
      .$if(from !== undefined, (q) => q.where('created_date', '>=', from ?? ''))
      .$if(until !== undefined, (q) => q.where('created_date', '<', until ?? ''))

  return {
    insert: (row: AuditRow) => database.transactDurably((transaction) => insertEntry(transaction, row)),

    page: (filters: AuditFilters, page: { limit: number; cursor: string | undefined }): Promise<Page<AuditEntryRow>> =>
      pageAfter(filtered(filters), { columns: ['created_date'], direction: 'desc', ...page }),

    /** A part of all that a filter leaves, oldest first. */
    after: (filters: AuditFilters, { limit, cursor }: { limit: number; cursor: string | undefined }) =>
      pageAfter(filtered(filters), { columns: ['created_date'], direction: 'asc', limit, cursor }),

    async nameOf(path: string, id: string): Promise<string | null> {
      const kind = path.split('/')[1] ?? ''
      if (!(kind in NAMED)) return null
      const [table, column] = NAMED[kind as keyof typeof NAMED]
      const { ref } = db.dynamic
      const row = await db
        .selectFrom(table as 'tool')
        .select(ref<'name'>(column))
        .where('id', '=', id)
        .executeTakeFirst()
      return (row as Record<string, string> | undefined)?.[column] ?? null
    },

    lastSeal: () => db.selectFrom('audit_seal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst(),

    seals: () => db.selectFrom('audit_seal').selectAll().orderBy('number').execute(),

    entriesOf: (seal: number) =>
      db.selectFrom('audit_entry').selectAll().where('seal', '=', seal).orderBy('id').execute(),

    unsealed: ({ before, limit }: { before: string; limit: number }) =>
      db
        .selectFrom('audit_entry')
        .selectAll()
        .where('seal', 'is', null)
        .where('id', '<', before)
        .orderBy('id')
        .limit(limit)
        .execute(),

    async countUnsealed(): Promise<number> {
      const row = await db
        .selectFrom('audit_entry')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('seal', 'is', null)
        .executeTakeFirst()
      return Number(row?.count ?? 0)
    },

    /** Answers whether it was stored: another process may have sealed meanwhile. */
    seal: (seal: AuditSealRow, ids: readonly string[]) =>
      database.transactDurably(async (transaction) => {
        const inserted = await transaction
          .insertInto('audit_seal')
          .values(seal)
          .onConflict((conflict) => conflict.column('number').doNothing())
          .executeTakeFirst()
        if (inserted.numInsertedOrUpdatedRows !== 1n) return false
        await transaction.updateTable('audit_entry').set({ seal: seal.number }).where('id', 'in', ids).execute()
        return true
      }),

    /** Deletes whole segments that ended before a moment. The newest seal stays, as what the next is chained to. */
    async deleteBefore(date: string): Promise<void> {
      await database.transact(async (transaction) => {
        const newest = await transaction
          .selectFrom('audit_seal')
          .select('number')
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst()
        const old = await transaction
          .selectFrom('audit_seal')
          .select('number')
          .where('last_date', '<', date)
          .where('number', '<', newest?.number ?? 0)
          .orderBy('number')
          .limit(100)
          .execute()
        const numbers = old.map(({ number }) => number)
        if (numbers.length === 0) return
        await transaction.deleteFrom('audit_entry').where('seal', 'in', numbers).execute()
        await transaction.deleteFrom('audit_seal').where('number', 'in', numbers).execute()
      })
    },
  }
}
