import type { Session, WaitQuestion } from '@chatwright/core'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { Database } from '../../../ground/db/database.ts'
import { pageAfter, type Page } from '../../../ground/db/keyset.ts'
import type { RunWaitTable } from '../../../ground/db/run-tables.ts'
import type { Schema } from '../../../ground/db/schema.ts'
import { unpackJson } from '../../questions/repeated-texts.ts'
import { withQuestion, withQuestions } from '../../questions/stored-questions.ts'

export type WaitRow = Selectable<RunWaitTable>

/** With what a person reads of it besides. */
export interface ListedWait extends WaitRow {
  flowName: string
  chatId: string
}

/** What waits, for whoever looks. */
export interface WaitList {
  /** What somebody can decide in a chat: one, the newest at a node, or the newest of all. */
  newest(
    session: Session,
    which: {
      nodeId?: string | undefined
      id?: string | undefined
      /** Whether the one who decides may; of none that they may, the newest. */
      isMeant: (question: WaitQuestion) => boolean
    },
  ): Promise<WaitRow | undefined>
  find(id: string): Promise<WaitRow | undefined>
  /** The same with the names of what it belongs to. */
  about(id: string): Promise<ListedWait | undefined>
  /** Everything that waits, newest first. */
  page(
    filter: { chatflowId?: string | undefined; executionId?: string | undefined; withoutEnd?: 'true' | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<ListedWait> & { total: number }>
}

/** How many waits of one chat are looked through for one that somebody can decide. */
const MOST_IN_A_CHAT = 100

/** What a run waits for, out of its row. */
export function readWait({ question }: Pick<WaitRow, 'question'>): WaitQuestion {
  return unpackJson(question) as WaitQuestion
}

/** Open waits that end by themselves after some days. A step's own time limit comes first. */
export function waitsWithEnd({ query: db }: Pick<Database, 'query'>) {
  return db
    .selectFrom('run_wait')
    .where('decided_date', 'is', null)
    .where('decided_run', 'is', null)
    .where('has_end', '=', 1)
    .where('wake_at', 'is', null)
}

/** Open waits from before there was an end to them. */
export function waitsWithoutEnd({ query: db }: Pick<Database, 'query'>) {
  return db
    .selectFrom('run_wait')
    .where('decided_date', 'is', null)
    .where('has_end', '=', 0)
    .where('wake_at', 'is', null)
    .where((e) => e.not(hasEnded(e)))
}

export const OVER: readonly Schema['run']['status'][] = ['done', 'failed', 'cancelled', 'interrupted']

export function createWaitList({ query: db }: Pick<Database, 'query'>): WaitList {
  const named = async (rows: WaitRow[]): Promise<ListedWait[]> => {
    if (rows.length === 0) return []
    const runs = await db
      .selectFrom('run')
      .leftJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
      .select(['run.id', 'run.chat_id', 'chat_flow.name'])
      .where(
        'run.id',
        'in',
        rows.map(({ run_id: runId }) => runId),
      )
      .execute()
    const byRun = new Map(runs.map((run) => [run.id, run]))
    return rows.map((row) => {
      const run = byRun.get(row.run_id)
      return Object.assign(row, { flowName: run?.name ?? '', chatId: run?.chat_id ?? '' })
    })
  }

  const find = async (id: string): Promise<WaitRow | undefined> =>
    withQuestion(db, 'question', await db.selectFrom('run_wait').selectAll().where('id', '=', id).executeTakeFirst())

  return {
    async newest({ flowId, sessionId }, { nodeId, id, isMeant }) {
      const rows = await db
        .selectFrom('run_wait')
        .selectAll()
        .where('chatflow_id', '=', flowId)
        .where('session_id', '=', sessionId)
        .where('decided_date', 'is', null)
        .where((e) => e.not(hasEnded(e)))
        .$if(nodeId !== undefined, (q) => q.where('node_id', '=', nodeId ?? ''))
        .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
        .orderBy('created_date', 'desc')
        .orderBy('id')
        .limit(MOST_IN_A_CHAT)
        .execute()
      const whole = await withQuestions(db, 'question', rows)
      const asked = whole.map((row) => ({ row, question: readWait(row) }))
      // What goes on by itself is not what somebody means who decides.
      return (
        asked.find(({ question }) => isMeant(question)) ?? asked.find(({ question }) => question.buttons.length > 0)
      )?.row
    },

    find,

    async about(id) {
      const row = await find(id)
      return row && (await named([row]))[0]
    },

    async page({ chatflowId, executionId, withoutEnd }, { limit, cursor }) {
      const all = db
        .selectFrom('run_wait')
        .where('decided_date', 'is', null)
        .where((e) => e.not(hasEnded(e)))
      const open = (withoutEnd ? waitsWithoutEnd({ query: db }) : all)
        .$if(chatflowId !== undefined, (q) => q.where('chatflow_id', '=', chatflowId ?? ''))
        .$if(executionId !== undefined, (q) => q.where('execution_id', '=', executionId ?? ''))
      const { items, nextCursor } = await pageAfter(open.selectAll(), {
        columns: ['created_date'],
        direction: 'desc',
        limit,
        cursor,
      })
      const { total } = await open.select((e) => e.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow()
      return { items: await named(await withQuestions(db, 'question', items)), nextCursor, total: Number(total) }
    },
  }
}

/** Whether the execution of a wait has come to its end. */
function hasEnded(e: ExpressionBuilder<Schema, 'run_wait'>) {
  return e.exists(
    e
      .selectFrom('run')
      .select('run.id')
      .whereRef('run.execution_id', '=', 'run_wait.execution_id')
      .where('run.status', 'in', OVER)
      // One that was retried has gone on since.
      .where((run) =>
        run.not(
          run.exists(
            run
              .selectFrom('run as later')
              .select('later.id')
              .whereRef('later.execution_id', '=', 'run.execution_id')
              .where(sql<boolean>`(later.created_date, later.id) > (run.created_date, run.id)`),
          ),
        ),
      ),
  )
}
