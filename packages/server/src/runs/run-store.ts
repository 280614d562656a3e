import type { EndedOutcome, RunEvent, Session, TokenUsage } from '@chatwright/core'
import { sql, type Insertable, type Selectable, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import {
  exchangesFrom,
  findBrokenTurn,
  findTurn,
  removeTurns,
  type BrokenTurn,
  type Exchange,
  type TurnStart,
} from './replaced-turns.ts'
import { createBatchedWrites } from '../db/batched-writes.ts'
import type { Database } from '../db/database.ts'
import { databaseTime, inMs } from '../db/database-clock.ts'
import { nextInFlow } from '../db/message-order.ts'
import { pageAfter, type Page } from '../db/keyset.ts'
import type { RunTable, Schema } from '../db/schema.ts'
import { preparedCondition, preparedInsert, runSteps, type WriteStep } from '../db/write-step.ts'
import { readEventRows, toEventRow, type EventRow } from './event-rows.ts'
import { readJob, type Job } from './job.ts'
import { loadAnswer, loadSteps } from './kinds/load-rows.ts'
import {
  answerChange,
  answerColumns,
  answerRow,
  cleanText,
  questionColumns,
  questionRow,
  storable,
} from './message-rows.ts'
import { EVENT_VERSION, upgradeRun } from './old-runs.ts'
import type { RunJob } from './run-job.ts'
import type { HeldRow } from './run-journal.ts'

export type RunRow = Selectable<RunTable>

export interface RunStore {
  /** Where the turn begins that a message or a run of this chat belongs to. Throws when the chat has no such message. */
  findTurn(session: Session, id: string): Promise<TurnStart>
  /** The last turn of this chat, when its answer broke off and can be gone on with. */
  brokenTurn(session: Session, answerId: string): Promise<BrokenTurn | undefined>
  /** What was asked and answered from there on, newest first. */
  exchangesFrom(session: Session, start: TurnStart): Promise<Exchange[]>
  /** Keeps the question and that its run began, together, before anybody is asked. Without a lease it waits for a worker. */
  begin(job: Job, start: RunStart): Promise<void>
  /** Keeps events of runs under way, each only while its holder holds it. */
  append(rows: readonly HeldRow[]): Promise<void>
  /** Keeps events of a run, and that it got further: what ended its process before is forgiven. False when it is not held. */
  checkpoint(row: HeldRow): Promise<boolean>
  /** Lets a run go that waits for its next holder from now on. After an orderly end nothing counts against it. */
  release(runId: string, how: { fence: number; isOrderly: boolean; events?: EventRow | undefined }): Promise<boolean>
  /** Keeps the answer, the end and the events not kept yet, together. False when the run had ended already, or another took it over. */
  finish(job: Job, result: RunEnd): Promise<boolean>
  /** Adds suggestions, what they cost and the events told of them, to an answer that is stored already. */
  keepFollowUps(job: RunJob, followUps: KeptFollowUps): Promise<void>
  find(id: string): Promise<RunRow | undefined>
  /** What was told of a run so far, in order. */
  events(runId: string): Promise<RunEvent[]>
  /** What was told of a run after an event. */
  eventsAfter(runId: string, seq: number): Promise<{ event: RunEvent; seq: number }[]>
  /** Of these runs, those that have ended, with everything that was told of them. */
  ended(runIds: readonly string[]): Promise<Map<string, RunEvent[]>>
  page(
    filter: { chatflowId: string; status?: string | undefined; chatId?: string | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<RunRow>>
  extendLeases(runIds: readonly string[], leaseMs: number): Promise<void>
  /** Runs whose process is gone: by their leases, or where there is one process, all that run. */
  abandoned(options: { isOnlyProcess: boolean }): Promise<{ job: Job; fence: number }[]>
  noteFlowRan(flowId: string, at: Date): Promise<void>
}

export interface RunEnd {
  outcome: EndedOutcome
  /** What is not kept yet, the end last. */
  events: EventRow
  at: Date
  /** Only whoever holds the run may end it. */
  fence: number
}

export interface KeptFollowUps {
  followUpPrompts?: string[]
  usage: TokenUsage | undefined
  /** How many events were told before. */
  after: number
  events: readonly RunEvent[]
}

export interface RunStart {
  at: Date
  lease?: { owner: string; ms: number }
}

const runColumns = [
  'id',
  'chatflow_id',
  'chatflow_version',
  'chat_id',
  'session_id',
  'origin',
  'status',
  'request',
  'input_tokens',
  'output_tokens',
  'attempt',
  'lease_owner',
  'lease_until',
  'fence',
  'event_version',
  'created_date',
  'started_date',
  'kind',
  'graph',
] as const

/** A run that nobody took for so long was forgotten by the queue, or the queue is long; adding it again is harmless. */
export const UNTAKEN_MS = 10_000

/** How many rows one commit of the shared journal holds at most: other writers wait for it. */
const MAX_ROWS = 100

export function createRunStore(database: Database): RunStore {
  const { query: db } = database
  const { write } = createBatchedWrites(database)
  const insertQuestion = preparedInsert(db, 'chat_message', questionColumns, { seq: nextInFlow })
  const insertAnswer = preparedInsert(db, 'chat_message', answerColumns, { seq: nextInFlow })
  const changeAnswer = preparedCondition(
    db
      .updateTable('chat_message')
      .set({
        run_id: '',
        content: '',
        status: 'done',
        source_documents: '',
        used_tools: '',
        artifacts: '',
        reason_content: '',
      })
      .where('id', '=', ''),
  )
  const insertRun = preparedInsert(db, 'run', runColumns, {
    lease_until: { expression: databaseTime(database.kind), boundTo: (row) => row.lease_until ?? null },
  })
  const end = db
    .updateTable('run')
    .set({
      status: 'done',
      answer: '',
      fault: '',
      input_tokens: 0,
      output_tokens: 0,
      duration_ms: 0,
      ended_date: '',
      lease_owner: null,
      lease_until: null,
    })
    .where('id', '=', '')
    .where('status', 'in', ['queued', 'running'])
    .where('fence', '=', 0)
  // A terminal state is final: whoever comes second changes nothing.
  const endRun = preparedCondition(end)
  /** Also without a word: the conversation shows how it ended. */
  const answerStep = (job: RunJob, outcome: EndedOutcome, at: string): WriteStep =>
    job.toldBefore ? changeAnswer(answerChange(job, outcome)) : insertAnswer(answerRow(job, outcome, at))
  const held = (change: UpdateQueryBuilder<Schema, 'run', 'run', UpdateResult>) =>
    preparedCondition(change.where('id', '=', '').where('fence', '=', 0).where('status', '=', 'running'))
  const run = db.updateTable('run')
  const getFurther = held(run.set({ attempt: 1 }))
  const waiting = { status: 'queued' as const, lease_owner: null, lease_until: null }
  const letGo = held(run.set(waiting))
  const letGoInOrder = held(run.set({ ...waiting, attempt: 0 }))
  const insertEvents = preparedInsert(db, 'run_event', ['run_id', 'seq', 'event'])
  const { sql: appendSql } = db
    .insertInto('run_event')
    .columns(['run_id', 'seq', 'event'])
    .expression((e) =>
      e
        .selectFrom('run')
        .select([
          sql<string>`run.id`.as('run_id'),
          sql<number>`cast(${0} as integer)`.as('seq'),
          sql<string>`cast(${''} as text)`.as('event'),
        ])
        .where('id', '=', '')
        .where('fence', '=', 0)
        .where('status', '=', 'running'),
    )
    .compile()
  const eventsOf = async (runId: string): Promise<RunEvent[]> => {
    await upgradeRun(database, runId)
    return readEventRows(
      await db.selectFrom('run_event').select('event').where('run_id', '=', runId).orderBy('seq').execute(),
    )
  }

  return {
    findTurn: (session, id) => findTurn(db, session, id),

    brokenTurn: (session, answerId) => findBrokenTurn(db, session, answerId),

    exchangesFrom: (session, start) => exchangesFrom(db, session, start),

    async begin(job, start) {
      const at = start.at.toISOString()
      const runStep = insertRun(runRow(job, at, start.lease))
      if (job.kind === 'load') {
        await write([runStep])
        return
      }
      const { replaces, session } = job
      if (job.toldBefore) {
        await database.transact(async (transaction) => {
          // From now on the question waits for this run's answer: a memory must not read what is being gone on with.
          await transaction
            .updateTable('chat_message')
            .set({ run_id: job.runId })
            .where('id', '=', job.questionMessageId)
            .execute()
          await runSteps(transaction, [runStep])
        })
        return
      }
      const steps = [insertQuestion(questionRow(job, at)), runStep]
      if (!replaces) await write(steps)
      else {
        await database.transact(async (transaction) => {
          await removeTurns(transaction, { session, start: replaces, at: start.at })
          await runSteps(transaction, steps)
        })
      }
    },

    async append(rows) {
      const steps = rows.map(({ seq, event, runId, fence }) => ({
        sql: appendSql,
        values: [seq, event, runId, fence, 'running'],
      }))
      for (let start = 0; start < steps.length; start += MAX_ROWS) {
        await write(steps.slice(start, start + MAX_ROWS), { canWait: true })
      }
    },

    checkpoint: ({ runId, fence, ...row }) =>
      write([getFurther([1, runId, fence, 'running']), insertEvents({ run_id: runId, ...row })]),

    release: (runId, { fence, isOrderly, events }) =>
      write([
        (isOrderly ? letGoInOrder : letGo)(['queued', null, null, ...(isOrderly ? [0] : []), runId, fence, 'running']),
        ...(events ? [insertEvents({ run_id: runId, ...events })] : []),
      ]),

    finish(job, { outcome, events, at: endedAt, fence }) {
      const at = endedAt.toISOString()
      const isLoad = job.kind === 'load'
      const answer = isLoad ? loadAnswer(outcome) : cleanText(outcome.text)
      const steps = [
        endRun([...endValues(outcome, answer, at), job.runId, 'queued', 'running', fence]),
        ...(isLoad ? loadSteps(db, job, { outcome, at }) : [answerStep(job, outcome, at)]),
        insertEvents({ run_id: job.runId, ...events }),
      ]
      return write(steps, { canWait: true })
    },

    keepFollowUps: (job, { followUpPrompts, usage, after, events }) =>
      database.transact(async (transaction) => {
        if (followUpPrompts) {
          await transaction
            .updateTable('chat_message')
            .set({ follow_up_prompts: storable(followUpPrompts) })
            .where('id', '=', job.answerMessageId)
            .execute()
        }
        if (usage) {
          await transaction
            .updateTable('run')
            .set((e) => ({
              input_tokens: e('input_tokens', '+', usage.inputTokens),
              output_tokens: e('output_tokens', '+', usage.outputTokens),
            }))
            .where('id', '=', job.runId)
            .execute()
        }
        const { event } = toEventRow(events, 0)
        await runSteps(transaction, [insertEvents({ run_id: job.runId, seq: after + 1, event })])
      }),

    find: (id) => db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst(),

    events: eventsOf,

    async eventsAfter(runId, after) {
      const rows = await db
        .selectFrom('run_event')
        .select(['seq', 'event'])
        .where('run_id', '=', runId)
        // A row holds several: the one that holds this event comes along.
        .where('seq', '>=', (e) =>
          e
            .selectFrom('run_event')
            .select((s) => s.fn.coalesce(s.fn.max('seq'), s.lit(0)).as('seq'))
            .where('run_id', '=', runId)
            .where('seq', '<=', after),
        )
        .orderBy('seq')
        .execute()
      return rows.flatMap(({ seq: first, event }) =>
        readEventRows([{ event }])
          .map((event, index) => ({ event, seq: first + index }))
          .filter(({ seq }) => seq > after),
      )
    },

    async ended(runIds) {
      const ids = await db
        .selectFrom('run')
        .select('id')
        .where('id', 'in', [...runIds])
        .where('status', 'not in', ['queued', 'running'])
        .execute()
      return new Map(await Promise.all(ids.map(async ({ id }) => [id, await eventsOf(id)] as const)))
    },

    page: ({ chatflowId, status, chatId }, { limit, cursor }) =>
      pageAfter(
        db
          .selectFrom('run')
          .selectAll()
          .where('chatflow_id', '=', chatflowId)
          .where('kind', 'in', ['question', 'continue'])
          .$if(status !== undefined, (q) => q.where('status', '=', status as RunRow['status']))
          .$if(chatId !== undefined, (q) => q.where('chat_id', '=', chatId ?? '')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      ),

    async extendLeases(runIds, leaseMs) {
      await db
        .updateTable('run')
        .set({ lease_until: databaseTime(database.kind, inMs(leaseMs)) })
        .where('id', 'in', [...runIds])
        .where('status', '=', 'running')
        .execute()
    },

    async abandoned({ isOnlyProcess }) {
      const rows = await db
        .selectFrom('run')
        .select(['request', 'fence'])
        .where('status', '=', 'running')
        .$if(!isOnlyProcess, (q) => q.where('lease_until', '<', databaseTime(database.kind)))
        .execute()
      return rows.map(({ request, fence }) => ({ job: readJob(request), fence }))
    },

    async noteFlowRan(flowId, at) {
      await db.updateTable('chat_flow').set({ last_run_date: at.toISOString() }).where('id', '=', flowId).execute()
    },
  }
}

function runRow(job: Job, at: string, lease: RunStart['lease']): Insertable<RunTable> {
  return {
    id: job.runId,
    chatflow_id: job.flowId,
    chatflow_version: job.flowVersion,
    chat_id: job.session.chatId,
    session_id: job.session.sessionId,
    origin: job.session.origin,
    status: lease ? 'running' : 'queued',
    // A worker needs all of it; here pictures and files would be kept twice, since the stored question has them.
    request: storable(lease ? withoutFiles(job) : job),
    answer: null,
    fault: null,
    input_tokens: 0,
    output_tokens: 0,
    duration_ms: null,
    attempt: lease ? 1 : 0,
    lease_owner: lease?.owner ?? null,
    // From now on, by the database's clock.
    lease_until: inMs(lease?.ms ?? UNTAKEN_MS),
    fence: lease ? 1 : 0,
    event_version: EVENT_VERSION,
    created_date: at,
    started_date: lease ? at : null,
    ended_date: null,
    kind: job.kind,
    graph: job.graph ?? null,
  }
}

/** Nobody takes up what is done where it was begun, and needs it. */
function withoutFiles(job: Job): Job {
  return job.kind === 'load' ? { ...job, overrides: { nodes: {}, variables: {} } } : { ...job, attachments: [] }
}

/** In the order of the columns above. */
function endValues({ status, fault, usage, durationMs }: EndedOutcome, answer: string, at: string): unknown[] {
  return [
    status,
    answer,
    fault ? storable(fault) : null,
    usage?.inputTokens ?? 0,
    usage?.outputTokens ?? 0,
    durationMs,
    at,
    null,
    null,
  ]
}
