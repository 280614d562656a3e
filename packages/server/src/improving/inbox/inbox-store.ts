import type { InboxReason } from '@chatwright/contract'
import type { RunFault } from '@chatwright/core'
import { sql, type RawBuilder } from 'kysely'
import { ANSWER_KINDS } from '../../ground/db/run-tables.ts'
import type { Database } from '../../ground/db/database.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import { EXPENSIVE_TOKENS, SLOW_MS } from '../../runs/listing/listing-store.ts'
import { withQuestions } from '../../runs/questions/stored-questions.ts'

export interface InboxRow {
  id: string
  chatflow_id: string
  name: string
  chatflow_version: number
  execution_id: string | null
  status: string
  request: string
  fault: string | null
  input_tokens: number
  output_tokens: number
  duration_ms: number | null
  found_nothing: number
  created_date: string
}

export interface InboxStore {
  /** What nobody has dismissed, newest first. */
  page(
    filter: { since: string; reason?: InboxReason | undefined; flowId?: string | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<InboxRow>>
  /** How many there were since then, dismissed or not. */
  count(since: string): Promise<number>
  /** What was written with a thumb down, by the message; nothing written is empty. */
  comments(messageIds: readonly string[]): Promise<Map<string, string>>
  /** Whether there is such a run. */
  dismiss(runId: string, at: { dismissed: boolean; at: string }): Promise<boolean>
}

const LIMITS: readonly RunFault['code'][] = ['quota', 'rate-limit', 'overloaded', 'timeout']

export function isAtLimit(fault: Pick<RunFault, 'code'> | undefined): boolean {
  return fault !== undefined && LIMITS.includes(fault.code)
}

/** In so many words: the index over what is noticed is found by them. */
const noticed = sql<boolean>`(status in ('failed', 'interrupted') or duration_ms >= 30000 or input_tokens + output_tokens >= 50000)`
const broken = sql<boolean>`status in ('failed', 'interrupted')`
const limited = sql<boolean>`(${sql.join(
  LIMITS.map((code) => sql`coalesce(fault, '') like ${`%"code":"${code}"%`}`),
  sql` or `,
)})`

const ratedDown = (since: string): RawBuilder<boolean> => sql<boolean>`run.id in (
  select chat_message.run_id from feedback inner join chat_message on chat_message.id = feedback.message_id
  where feedback.rating = 'THUMBS_DOWN' and feedback.created_date >= ${since})`

const noticedSince = (since: string): RawBuilder<boolean> =>
  sql<boolean>`run.id in (select id from run where ${noticed} and created_date >= ${since})`

const foundNothing = sql<boolean>`found_nothing = 1`

const foundNothingSince = (since: string): RawBuilder<boolean> =>
  sql<boolean>`run.id in (select id from run where ${foundNothing} and created_date >= ${since})`

function because(reason: InboxReason, since: string): RawBuilder<boolean> {
  switch (reason) {
    case 'rated-down':
      return ratedDown(since)
    case 'failed':
      return sql<boolean>`${broken} and not ${limited}`
    case 'limit':
      return sql<boolean>`${broken} and ${limited}`
    case 'found-nothing':
      return foundNothing
    case 'slow':
      return sql<boolean>`duration_ms >= ${SLOW_MS}`
    case 'expensive':
      return sql<boolean>`input_tokens + output_tokens >= ${EXPENSIVE_TOKENS}`
  }
}

export function createInboxStore({ query: db }: Database): InboxStore {
  /** What is tried on the canvas before it is saved is nobody's answer. */
  const answersSince = (since: string) =>
    db
      .selectFrom('run')
      .where((e) => e.or([noticedSince(since), foundNothingSince(since), ratedDown(since)]))
      .where('created_date', '>=', since)
      .where('is_draft', '=', 0)
      .where('kind', 'in', ANSWER_KINDS)

  return {
    async page({ since, reason, flowId }, { limit, cursor }) {
      const page = await pageAfter(
        answersSince(since)
          .select([
            'id',
            'chatflow_id',
            'chatflow_version',
            'execution_id',
            'status',
            'request',
            'fault',
            'input_tokens',
            'output_tokens',
            'duration_ms',
            'found_nothing',
            'created_date',
          ])
          .select(sql<string>`(select name from chat_flow where chat_flow.id = run.chatflow_id)`.as('name'))
          .where('id', 'not in', (e) => e.selectFrom('inbox_dismissal').select('run_id'))
          .$if(reason !== undefined, (q) => q.where(because(reason ?? 'failed', since)))
          .$if(flowId !== undefined, (q) => q.where('chatflow_id', '=', flowId ?? '')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      )
      return { ...page, items: await withQuestions(db, 'request', page.items) }
    },

    async count(since) {
      const row = await answersSince(since)
        .select((e) => e.fn.countAll<number | string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },

    async comments(messageIds) {
      if (messageIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('feedback')
        .select(['message_id', 'content'])
        .where('message_id', 'in', [...messageIds])
        .where('rating', '=', 'THUMBS_DOWN')
        .execute()
      return new Map(rows.map((row) => [row.message_id, row.content ?? '']))
    },

    async dismiss(runId, { dismissed, at }) {
      const run = await db.selectFrom('run').select('id').where('id', '=', runId).executeTakeFirst()
      if (!run) return false
      if (dismissed) {
        await db
          .insertInto('inbox_dismissal')
          .values({ run_id: runId, created_date: at })
          .onConflict((conflict) => conflict.column('run_id').doNothing())
          .execute()
      } else {
        await db.deleteFrom('inbox_dismissal').where('run_id', '=', runId).execute()
      }
      return true
    },
  }
}
