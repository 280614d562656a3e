import type { FindRunsQuery } from '@chatwright/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { RunSource } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { causeOf, readFault } from './causes.ts'
import { createWordIndex } from './word-index.ts'
import { facet, readWordQuery, type WordQuery } from './words.ts'

/** A run that is looked at, as far as filters need it, and where the search goes on after it. */
export interface Candidate {
  id: string
  chatflow_id: string
  chat_id: string
  execution_id: string | null
  kind: string
  status: string
  fault: string | null
  source: RunSource | null
  is_draft: number
  found_nothing: number
  input_tokens: number
  output_tokens: number
  duration_ms: number | null
  created_date: string
  /** A later run of its execution stands for it. */
  is_superseded: number | boolean
  is_dismissed: number | boolean
  key: Key
}

/** What the search is ordered by; the greatest first. */
export type Key = readonly [string | number, ...string[]]

export type Filter = Omit<FindRunsQuery, 'cursor' | 'limit'>

/** From here on an answer is slow, or expensive. The indexes over such runs say the same. */
export const SLOW_MS = 30_000
export const EXPENSIVE_TOKENS = 50_000

/** Reads candidates in order, each by an index; what they leave open is decided by `fits`. */
export function createListingStore(database: Database) {
  const { query: db } = database
  const index = createWordIndex(database)

  const byIds = async (ids: readonly string[]): Promise<Candidate[]> =>
    ids.length === 0
      ? []
      : ((await columnsOf(db)
          .where('run.id', 'in', [...ids])
          .execute()) as unknown as Candidate[])

  const byWords = async (query: WordQuery, { filter, after, limit }: Look): Promise<Candidate[]> => {
    const last = filter.to && (filter.to.getTime() + 1) * PLACES
    const before = Math.min(Number(after?.[0] ?? Number.MAX_SAFE_INTEGER), last ?? Number.MAX_SAFE_INTEGER)
    const places = await index.find({ ...query, words: [...query.words, ...facetsOf(filter)] }, { before, limit })
    if (places.length === 0) return []
    const rows = (await columnsOf(db)
      .select('run.place')
      .where('run.place', 'in', places)
      .where(sql<boolean>`run.place > 0`)
      .execute()) as unknown as (Candidate & { place: number | string })[]
    const found = new Map(rows.map((row) => [Number(row.place), row]))
    return places.map((place) => ({ ...(found.get(place) ?? GONE), key: [place] }))
  }

  const byRating = async ({ filter, after, limit }: Look): Promise<Candidate[]> => {
    const rows = await db
      .selectFrom('feedback')
      .leftJoin('chat_message', 'chat_message.id', 'feedback.message_id')
      .select(['feedback.id', 'feedback.created_date', 'chat_message.run_id'])
      .where('feedback.rating', '=', 'THUMBS_DOWN')
      .$if(filter.flowId !== undefined, (q) => q.where('feedback.chatflow_id', '=', filter.flowId ?? ''))
      .$if(after !== undefined, (q) =>
        q.where(sql<boolean>`(feedback.created_date, feedback.id) < (${sql.join([...(after ?? [])])})`),
      )
      .orderBy('feedback.created_date', 'desc')
      .orderBy('feedback.id', 'desc')
      .limit(limit)
      .execute()
    const runs = new Map((await byIds(rows.flatMap(({ run_id: id }) => id ?? []))).map((run) => [run.id, run]))
    return rows.map((row) => ({ ...(runs.get(row.run_id ?? '') ?? GONE), key: [row.created_date, row.id] }))
  }

  const byTime = async (look: Look): Promise<Candidate[]> => {
    const rows = await inOrder(db, look).execute()
    return (rows as unknown as Candidate[]).map((row) => ({ ...row, key: [row.created_date, row.id] }))
  }

  return {
    /** The next ones, and how many of them there were. */
    look(look: Look): Promise<Candidate[]> {
      const query = look.filter.words === undefined ? undefined : readWordQuery(look.filter.words)
      if (query) return byWords(query, look)
      return look.filter.view === 'rated-down' ? byRating(look) : byTime(look)
    },

    byIds,

    /** The newest runs of executions. */
    async newest(executionIds: readonly string[]): Promise<Candidate[]> {
      if (executionIds.length === 0) return []
      const rows = await columnsOf(db)
        .where('run.execution_id', 'in', [...executionIds])
        .execute()
      return (rows as unknown as Candidate[]).filter((row) => !row.is_superseded)
    },

    async rows(ids: readonly string[]) {
      if (ids.length === 0) return []
      return db
        .selectFrom('run')
        .leftJoin('chat_flow', 'chat_flow.id', 'run.chatflow_id')
        .leftJoin('run as first', 'first.id', 'run.execution_id')
        .leftJoin('shared_execution', 'shared_execution.execution_id', 'run.execution_id')
        .select([
          'run.id',
          'run.chatflow_id',
          'run.chatflow_version',
          'run.chat_id',
          'run.execution_id',
          'run.status',
          'run.answer',
          'run.fault',
          'run.source',
          'run.is_draft',
          'run.found_nothing',
          'run.input_tokens',
          'run.output_tokens',
          'run.duration_ms',
          'run.price_micro',
          'run.created_date',
          'chat_flow.name as flow_name',
          'first.source as first_source',
          'shared_execution.id as share_id',
        ])
        .select(sql<string>`coalesce(first.request, run.request)`.as('request'))
        .where('run.id', 'in', [...ids])
        .execute()
    },

    /** How the answers of runs were rated, by the run. */
    async ratings(runIds: readonly string[]) {
      if (runIds.length === 0) return new Map<string, { rating: string; content: string | null }>()
      const rows = await db
        .selectFrom('chat_message')
        .innerJoin('feedback', 'feedback.message_id', 'chat_message.id')
        .select(['chat_message.run_id', 'feedback.rating', 'feedback.content'])
        .where('chat_message.run_id', 'in', [...runIds])
        .execute()
      return new Map(rows.map(({ run_id: id, ...rated }) => [id ?? '', rated]))
    },

    async countRatedDown(since: string, { flowId, most }: { flowId?: string | undefined; most: number }) {
      const rows = await db
        .selectFrom('feedback')
        .innerJoin('chat_message', 'chat_message.id', 'feedback.message_id')
        .select('chat_message.run_id')
        .where('feedback.rating', '=', 'THUMBS_DOWN')
        .where('feedback.created_date', '>=', since)
        .where('chat_message.run_id', 'is not', null)
        .where('chat_message.run_id', 'not in', (e) => e.selectFrom('inbox_dismissal').select('run_id'))
        .$if(flowId !== undefined, (q) => q.where('feedback.chatflow_id', '=', flowId ?? ''))
        .limit(most)
        .execute()
      return rows.length
    },

    async flowNames(ids: readonly string[]) {
      if (ids.length === 0) return []
      return db
        .selectFrom('chat_flow')
        .select(['id', 'name'])
        .where('id', 'in', [...ids])
        .execute()
    },

    async dismiss(ids: readonly string[], { dismissed, at }: { dismissed: boolean; at: string }) {
      if (!dismissed) {
        await db
          .deleteFrom('inbox_dismissal')
          .where('run_id', 'in', [...ids])
          .execute()
        return
      }
      await db
        .insertInto('inbox_dismissal')
        .columns(['run_id', 'created_date'])
        .expression((e) =>
          e
            .selectFrom('run')
            .select(['id', sql<string>`${at}`.as('at')])
            .where('id', 'in', [...ids]),
        )
        .onConflict((conflict) => conflict.column('run_id').doNothing())
        .execute()
    },
  }
}

export type ListingStore = ReturnType<typeof createListingStore>

interface Look {
  filter: Filter
  after: Key | undefined
  limit: number
}

/** Numbers of places in a millisecond. */
const PLACES = 1024

/** What an index found, and was deleted since. */
const GONE = { id: '', kind: '' } as Candidate

function columnsOf(db: Kysely<Schema>) {
  return db
    .selectFrom('run')
    .select([
      'run.id',
      'run.chatflow_id',
      'run.chat_id',
      'run.execution_id',
      'run.kind',
      'run.status',
      'run.fault',
      'run.source',
      'run.is_draft',
      'run.found_nothing',
      'run.input_tokens',
      'run.output_tokens',
      'run.duration_ms',
      'run.created_date',
    ])
    .select(
      sql<number>`run.execution_id is not null and exists (
        select 1 from run as later where later.execution_id = run.execution_id
        and (later.created_date, later.id) > (run.created_date, run.id))`.as('is_superseded'),
    )
    .select(sql<number>`exists (select 1 from inbox_dismissal where run_id = run.id)`.as('is_dismissed'))
}

function inOrder(db: Kysely<Schema>, { filter, after, limit }: Look) {
  const { flowId, chatId, from, to } = filter
  const picked = pickedBy(filter)
  const isOfChat = flowId !== undefined && chatId !== undefined
  return columnsOf(db)
    .$if(picked !== undefined && !isOfChat, (q) => q.where(picked ?? sql<boolean>`1 = 1`))
    .$if(flowId !== undefined, (q) => q.where('run.chatflow_id', '=', flowId ?? ''))
    .$if(isOfChat, (q) =>
      q.where('run.id', 'in', (e) =>
        e
          .selectFrom('chat_message')
          .select('run_id')
          .where('chatflow_id', '=', flowId ?? '')
          .where('chat_id', '=', chatId ?? '')
          .where('run_id', 'is not', null)
          .$castTo<{ run_id: string }>(),
      ),
    )
    .$if(from !== undefined, (q) => q.where('run.created_date', '>=', from?.toISOString() ?? ''))
    .$if(to !== undefined, (q) => q.where('run.created_date', '<=', to?.toISOString() ?? ''))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(run.created_date, run.id) < (${sql.join([...(after ?? [])])})`),
    )
    .orderBy('run.created_date', 'desc')
    .orderBy('run.id', 'desc')
    .limit(limit)
}

/** The narrowest of the filters that an index is over, in the words of that index. The rest is looked at run by run. */
function pickedBy({ view, status, source, flowId }: Filter): RawBuilder<boolean> | undefined {
  if (view === 'failed' || status === 'failed' || status === 'interrupted') return FAILED
  if (view === 'waiting' || status === 'waiting' || status === 'running' || status === 'queued') return OPEN
  if (status === 'cancelled') return sql<boolean>`lower(run.status) = 'cancelled'`
  if (view === 'found-nothing') return sql<boolean>`run.found_nothing = 1`
  if (view === 'slow') return sql<boolean>`run.duration_ms >= 30000`
  if (view === 'expensive') return sql<boolean>`run.input_tokens + run.output_tokens >= 50000`
  if (source !== undefined && source !== 'canvas' && source !== 'chat') {
    return sql<boolean>`run.source = ${source} and run.source not in ('canvas', 'chat')`
  }
  return flowId === undefined ? LISTED : undefined
}

const FAILED = sql<boolean>`lower(run.status) in ('failed', 'interrupted')`
const OPEN = sql<boolean>`lower(run.status) in ('queued', 'running', 'waiting')`
const LISTED = sql<boolean>`run.kind in ('question', 'continue', 'flow')`

function facetsOf({ flowId, status, source, view }: Filter): string[] {
  return [
    ...(flowId === undefined ? [] : [facet.flow(flowId)]),
    ...(status === undefined ? [] : [facet.status(status)]),
    ...(source === undefined ? [] : [facet.source(source)]),
    ...(view === 'waiting' ? [facet.status('waiting')] : []),
  ]
}

const ANSWERING: ReadonlySet<string> = new Set(['question', 'continue', 'flow'])

/** Whether a run is among those wanted. Ratings are looked at elsewhere. */
export function fits(run: Candidate, filter: Filter): boolean {
  const { flowId, chatId, status, source, drafts, cause, from, to, open, view } = filter
  const at = run.created_date
  const fault = readFault(run.fault ?? null)
  return (
    ANSWERING.has(run.kind) &&
    (flowId === undefined || run.chatflow_id === flowId) &&
    (chatId === undefined || run.chat_id === chatId) &&
    (status === undefined || run.status === status) &&
    (source === undefined || run.source === source) &&
    (drafts === undefined || (run.is_draft === 1) === (drafts === 'only')) &&
    (from === undefined || at >= from.toISOString()) &&
    (to === undefined || at <= to.toISOString()) &&
    (open === undefined || !run.is_dismissed) &&
    (cause === undefined || (fault !== undefined && causeOf(fault) === cause)) &&
    (view === undefined || isIn(view, run))
  )
}

function isIn(view: NonNullable<Filter['view']>, run: Candidate): boolean {
  switch (view) {
    case 'failed':
      return run.status === 'failed' || run.status === 'interrupted'
    case 'waiting':
      return run.status === 'waiting'
    case 'found-nothing':
      return run.found_nothing === 1
    case 'slow':
      return (run.duration_ms ?? 0) >= SLOW_MS
    case 'expensive':
      return run.input_tokens + run.output_tokens >= EXPENSIVE_TOKENS
    case 'rated-down':
      return true
  }
}
