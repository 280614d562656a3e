import { AppError } from '@chatwright/contract'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import type { TestCaseTable, TestSetTable, TestTurnTable } from '../../ground/db/test-tables.ts'

export interface TestSetRow extends Selectable<TestSetTable> {
  flow_name: string
  cases: number
  passed: number
  failed: number
  unproved: number
}
export type TestCaseRow = Selectable<TestCaseTable>
export type RecordedCaseRow = Pick<TestCaseRow, 'id' | 'set_id' | 'name'>
export type TestTurnRow = Selectable<TestTurnTable>
/** A turn as lists show it, without what was recorded. */
export type TurnHeadRow = Omit<TestTurnRow, 'recording' | 'history'>

/** A message of a chat. */
export interface SaidRow {
  role: 'userMessage' | 'apiMessage'
  content: string
  run_id: string | null
}

export type TestSetStore = ReturnType<typeof createTestSetStore>

type At = { limit: number; cursor?: string | undefined }

export function createTestSetStore(database: Database) {
  const { query: db } = database
  const ended = (verdict: string) =>
    sql<number | string>`(select count(*) from test_case where set_id = test_set.id and verdict = ${verdict})`
  const sets = () =>
    db
      .selectFrom('test_set')
      .select(['id', 'chatflow_id', 'name', 'created_date'])
      .select(sql<string>`(select name from chat_flow where chat_flow.id = test_set.chatflow_id)`.as('flow_name'))
      .select(sql<number | string>`(select count(*) from test_case where set_id = test_set.id)`.as('cases'))
      .select(ended('passed').as('passed'))
      .select(ended('failed').as('failed'))
      .select(ended('unproved').as('unproved'))

  return {
    async sets(flowId: string | undefined, { limit, cursor }: At): Promise<Page<TestSetRow>> {
      const page = await pageAfter(
        sets().$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? '')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      )
      return { ...page, items: page.items.map(withNumbers) }
    },

    async set(id: string): Promise<TestSetRow | undefined> {
      const row = await sets().where('id', '=', id).executeTakeFirst()
      return row && withNumbers(row)
    },

    /** Whether it could be made: a flow has one set of a name. */
    async insertSet(row: Insertable<TestSetTable>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('test_set')
        .values(row)
        .onConflict((conflict) => conflict.columns(['chatflow_id', 'name']).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    /** Whether no other set of its flow has the name. */
    rename: (row: Pick<TestSetRow, 'id' | 'chatflow_id'>, name: string): Promise<boolean> =>
      database.transact(async (transaction) => {
        const other = await transaction
          .selectFrom('test_set')
          .select('id')
          .where('chatflow_id', '=', row.chatflow_id)
          .where('name', '=', name)
          .where('id', '<>', row.id)
          .executeTakeFirst()
        if (other) return false
        await transaction.updateTable('test_set').set({ name }).where('id', '=', row.id).execute()
        return true
      }),

    async deleteSet(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('test_set').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },

    cases: (setId: string, { limit, cursor }: At): Promise<Page<TestCaseRow>> =>
      pageAfter(db.selectFrom('test_case').selectAll().where('set_id', '=', setId), {
        columns: ['created_date'],
        direction: 'asc',
        limit,
        cursor,
      }),

    case: (id: string): Promise<TestCaseRow | undefined> =>
      db.selectFrom('test_case').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Cases of a flow of which everything was recorded, the newest first. */
    recordedCases: (flowId: string, limit: number): Promise<RecordedCaseRow[]> =>
      db
        .selectFrom('test_case')
        .innerJoin('test_set', 'test_set.id', 'test_case.set_id')
        .select(['test_case.id', 'test_case.set_id', 'test_case.name'])
        .where('test_set.chatflow_id', '=', flowId)
        .where('test_case.id', 'in', (e) => e.selectFrom('test_turn').select('case_id').where('is_recorded', '=', 1))
        .where('test_case.id', 'not in', (e) =>
          e.selectFrom('test_turn').select('case_id').where('is_recorded', '=', 0),
        )
        .orderBy('test_case.created_date', 'desc')
        .orderBy('test_case.id', 'desc')
        .limit(limit)
        .execute(),

    async turnHeads(caseIds: readonly string[]): Promise<TurnHeadRow[]> {
      if (caseIds.length === 0) return []
      return db
        .selectFrom('test_turn')
        .select(['case_id', 'seq', 'run_id', 'question', 'expected', 'checks', 'is_recorded'])
        .where('case_id', 'in', [...caseIds])
        .orderBy('case_id')
        .orderBy('seq')
        .execute()
    },

    turns: (caseId: string): Promise<TestTurnRow[]> =>
      db.selectFrom('test_turn').selectAll().where('case_id', '=', caseId).orderBy('seq').execute(),

    insertCases: (cases: readonly { row: TestCaseRow; turns: readonly TestTurnRow[] }[]): Promise<void> =>
      database.transact(async (transaction) => {
        for (const { row, turns } of cases) {
          await transaction.insertInto('test_case').values(row).execute()
          await transaction
            .insertInto('test_turn')
            .values([...turns])
            .execute()
        }
      }),

    /** A changed case has not been run as it is now. */
    replaceTurns: (caseId: string, name: string, turns: readonly TestTurnRow[]): Promise<void> =>
      database.transact(async (transaction) => {
        await transaction
          .updateTable('test_case')
          .set({ name, verdict: null, result: null })
          .where('id', '=', caseId)
          .execute()
        await transaction.deleteFrom('test_turn').where('case_id', '=', caseId).execute()
        await transaction
          .insertInto('test_turn')
          .values([...turns])
          .execute()
      }),

    async deleteCase({ setId, caseId }: { setId: string; caseId: string }): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('test_case')
        .where('id', '=', caseId)
        .where('set_id', '=', setId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** How it ended, and what was recorded of answers that were asked anew. Throws where it is no longer the case that was run. */
    keepResult: (
      caseId: string,
      {
        turns,
        verdict,
        result,
        recordings,
      }: Pick<TestCaseRow, 'verdict' | 'result'> & {
        turns: readonly TestTurnRow[]
        recordings: ReadonlyMap<number, string>
      },
    ): Promise<void> =>
      database.transact(async (transaction) => {
        // Held from here on: whoever changes it waits.
        await transaction.updateTable('test_case').set({ verdict, result }).where('id', '=', caseId).execute()
        const now = await transaction.selectFrom('test_turn').selectAll().where('case_id', '=', caseId).execute()
        if (now.length === 0) throw new AppError('test-case-not-found', { id: caseId })
        if (askedIn(now) !== askedIn(turns)) throw new AppError('test-case-changed', { id: caseId })
        for (const [seq, recording] of recordings) {
          await transaction
            .updateTable('test_turn')
            .set({ recording, is_recorded: 1 })
            .where('case_id', '=', caseId)
            .where('seq', '=', seq)
            .execute()
        }
      }),

    /** What was said in a chat before a run, the newest so many, oldest first; questions with the runs that they began. */
    async saidBefore(runId: string, most: number): Promise<SaidRow[]> {
      const asked = await db
        .selectFrom('chat_message')
        .select(['chatflow_id', 'chat_id', 'seq'])
        .where('run_id', '=', runId)
        .where('role', '=', 'userMessage')
        .executeTakeFirst()
      if (!asked) return []
      const rows = await db
        .selectFrom('chat_message')
        .select(['role', 'content', 'run_id'])
        .where('chatflow_id', '=', asked.chatflow_id)
        .where('chat_id', '=', asked.chat_id)
        .where('seq', '<', asked.seq)
        .orderBy('seq', 'desc')
        .limit(most)
        .execute()
      return rows.toReversed()
    },

    /** Whether the answer of a run was rated down. */
    async isRatedDown(runId: string): Promise<boolean> {
      const row = await db
        .selectFrom('feedback')
        .innerJoin('chat_message', 'chat_message.id', 'feedback.message_id')
        .select('feedback.id')
        .where('chat_message.run_id', '=', runId)
        .where('feedback.rating', '=', 'THUMBS_DOWN')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

/** What a case asks and demands. */
function askedIn(turns: readonly TestTurnRow[]): string {
  const inOrder = turns.toSorted((a, b) => a.seq - b.seq)
  return JSON.stringify(inOrder.map(({ question, expected, checks }) => [question, expected, checks]))
}

function withNumbers<Row extends Record<'cases' | 'passed' | 'failed' | 'unproved', number | string>>(row: Row) {
  return {
    ...row,
    cases: Number(row.cases),
    passed: Number(row.passed),
    failed: Number(row.failed),
    unproved: Number(row.unproved),
  }
}
