import type { EndedOutcome, RunEvent, Session, TokenUsage } from '@chatwright/core'
import type { Insertable, Selectable } from 'kysely'
import { DEFAULT_LEASE_MS, livenessOf, type Liveness } from '../../ground/config/liveness.ts'
import { createBatchedWrites } from '../../ground/db/batched-writes.ts'
import type { Database } from '../../ground/db/database.ts'
import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { LoadChanges } from '../../ground/db/load-changes.ts'
import { dateText } from '../../ground/db/date-text.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import { ANSWER_KINDS, type RunSource, type RunTable } from '../../ground/db/run-tables.ts'
import { preparedCondition, preparedInsert, runSteps } from '../../ground/db/write-step.ts'
import { toEventRow, type EventRow } from './event-rows.ts'
import { createEventStore, eventInsert, heldChange, type EventStore } from './event-store.ts'
import { packJson } from '../questions/repeated-texts.ts'
import { jobInRow, readJob, type Job } from './job.ts'
import { createJobRows, subjectOf } from './kinds/index.ts'
import { storable } from './message-rows.ts'
import { EVENT_VERSION } from './old-runs.ts'
import { exchangesFrom, findBrokenTurn, findTurn, type BrokenTurn, type Exchange } from './replaced-turns.ts'
import type { TurnStart } from './remove-turns.ts'
import type { RunJob } from './run-job.ts'
import { askedIn, withQuestion, withQuestions } from '../questions/stored-questions.ts'

export type RunRow = Selectable<RunTable>

export interface RunStore extends EventStore {
  /** Where the turn begins that a message or a run of this chat belongs to. Throws when the chat has no such message. */
  findTurn(session: Session, id: string): Promise<TurnStart>
  /** The last turn of this chat, when its answer broke off and can be gone on with. */
  brokenTurn(session: Session, answerId: string): Promise<BrokenTurn | undefined>
  /** What was asked and answered from there on, newest first. */
  exchangesFrom(session: Session, start: TurnStart): Promise<Exchange[]>
  /** Keeps the question and that its run began, together, before anybody is asked. Without a lease it waits for a worker. */
  begin(job: Job, start: RunStart): Promise<void>
  /** Lets a run go that waits for its next holder from now on. After an orderly end nothing counts against it. */
  release(runId: string, how: { fence: number; isOrderly: boolean; events?: EventRow | undefined }): Promise<boolean>
  /** Lets a run go until the one that it waits for has ended: that one begins in the same commit. */
  rest(runId: string, how: { fence: number; until: Job; at: Date; events?: EventRow | undefined }): Promise<boolean>
  /** Keeps the answer, the end and the events not kept yet, together. False when the run had ended already, or another took it over. */
  finish(job: Job, result: RunEnd): Promise<boolean>
  /** Adds suggestions, what they cost and the events told of them, to an answer that is stored already. */
  keepFollowUps(job: RunJob, followUps: KeptFollowUps): Promise<void>
  find(id: string): Promise<RunRow | undefined>
  /** Takes a run from whoever has it, so that nobody else takes it up for a while. The new fence; nothing when it has ended. */
  seize(id: string): Promise<number | undefined>
  page(
    filter: { chatflowId: string; status?: string | undefined; chatId?: string | undefined },
    at: { limit: number; cursor?: string | undefined },
  ): Promise<Page<RunRow>>
  /** The newest run of a chat that has not ended. */
  underWay(chat: { flowId: string; chatId: string }): Promise<string | undefined>
  /** Of these runs, the ones still held; the rest were taken over, ended or deleted. */
  extendLeases(runIds: readonly string[], lease: { fence: number; ms: number }): Promise<Set<string>>
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
  /** All that was told, also by the runs that it goes on from. */
  told?: () => readonly RunEvent[]
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
  changes?: LoadChanges | undefined
}

const runColumns = [
  'id',
  'store_id',
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
  'execution_id',
  'is_draft',
  'source',
] as const

export function createRunStore(
  database: Database,
  { untakenMs }: Pick<Liveness, 'untakenMs'> = livenessOf(DEFAULT_LEASE_MS),
): RunStore {
  const { query: db } = database
  const { write } = createBatchedWrites(database)
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
      found_nothing: 0,
      instead: '',
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
  const run = db.updateTable('run')
  const waiting = { status: 'queued' as const, lease_owner: null, lease_until: null }
  const letGo = heldChange(run.set(waiting))
  const letGoInOrder = heldChange(run.set({ ...waiting, attempt: 0 }))
  const letRest = heldChange(run.set({ ...waiting, status: 'waiting' as const }))
  const insertEvents = eventInsert(database)
  const rowsOf = createJobRows(database, write)

  return {
    ...createEventStore(database, write),

    findTurn: (session, id) => findTurn(db, session, id),

    brokenTurn: (session, answerId) => findBrokenTurn(db, session, answerId),

    exchangesFrom: (session, start) => exchangesFrom(db, session, start),

    async begin(job, { at: begunAt, lease, changes }) {
      const at = dateText(begunAt)
      const rows = rowsOf(job)
      // A worker needs all of it; here pictures and files would be kept twice, since the stored question has them.
      const request = packJson(jobInRow(lease ? rows.withoutFiles(job) : job), askedIn(job))
      await rows.begin(job, { at, run: insertRun(runRow(job, { at, request, lease, untakenMs })), changes })
    },

    release: (runId, { fence, isOrderly, events }) =>
      write([
        (isOrderly ? letGoInOrder : letGo)(['queued', null, null, ...(isOrderly ? [0] : []), runId, fence, 'running']),
        ...(events ? insertEvents(runId, events) : []),
      ]),

    rest(runId, { fence, until, at: restedAt, events }) {
      const at = dateText(restedAt)
      const next = insertRun(runRow(until, { at, request: storable(jobInRow(until)), lease: undefined, untakenMs }))
      return write([
        letRest(['waiting', null, null, runId, fence, 'running']),
        next,
        ...(events ? insertEvents(runId, events) : []),
      ])
    },

    finish(job, { outcome, events, at: endedAt, fence, told }) {
      const at = dateText(endedAt)
      const rows = rowsOf(job)
      const steps = [
        endRun([...endValues(outcome, rows.answer(outcome), at), job.runId, 'queued', 'running', fence]),
        ...rows.end(job, { outcome, at, told }),
        ...insertEvents(job.runId, events),
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
        await runSteps(transaction, insertEvents(job.runId, { seq: after + 1, event }))
      }),

    find: async (id) =>
      withQuestion(db, 'request', await db.selectFrom('run').selectAll().where('id', '=', id).executeTakeFirst()),

    async seize(id) {
      const row = await db
        .updateTable('run')
        .set((e) => ({
          status: 'running' as const,
          fence: e('fence', '+', 1),
          lease_until: databaseTime(database.kind, inMs(untakenMs)),
        }))
        .where('id', '=', id)
        .where('status', 'in', ['queued', 'running'])
        .returning('fence')
        .executeTakeFirst()
      return row?.fence
    },

    async page({ chatflowId, status, chatId }, { limit, cursor }) {
      const page = await pageAfter(
        db
          .selectFrom('run')
          .selectAll()
          .where('chatflow_id', '=', chatflowId)
          .where('kind', 'in', ANSWER_KINDS)
          .$if(status !== undefined, (q) => q.where('status', '=', status as RunRow['status']))
          .$if(chatId !== undefined, (q) => q.where('chat_id', '=', chatId ?? '')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      )
      return { ...page, items: await withQuestions(db, 'request', page.items) }
    },

    async underWay({ flowId, chatId }) {
      const row = await db
        .selectFrom('run')
        .select('id')
        .where('status', 'in', ['queued', 'running'])
        .where('chatflow_id', '=', flowId)
        .where('chat_id', '=', chatId)
        .where('kind', 'in', ANSWER_KINDS)
        .orderBy('created_date', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.id
    },

    async extendLeases(runIds, { fence, ms }) {
      const held = await db
        .updateTable('run')
        .set({ lease_until: databaseTime(database.kind, inMs(ms)) })
        .where('id', 'in', [...runIds])
        .where('fence', '=', fence)
        .where('status', '=', 'running')
        .returning('id')
        .execute()
      return new Set(held.map(({ id }) => id))
    },

    async abandoned({ isOnlyProcess }) {
      const rows = await db
        .selectFrom('run')
        .select(['request', 'fence'])
        .where('status', '=', 'running')
        .$if(!isOnlyProcess, (q) => q.where('lease_until', '<', databaseTime(database.kind)))
        .execute()
      const whole = await withQuestions(db, 'request', rows)
      return whole.map(({ request, fence }) => ({ job: readJob(request), fence }))
    },

    async noteFlowRan(flowId, at) {
      await db.updateTable('chat_flow').set({ last_run_date: at.toISOString() }).where('id', '=', flowId).execute()
    },
  }
}

function runRow(
  job: Job,
  { at, request, lease, untakenMs }: { at: string; request: string; lease: RunStart['lease']; untakenMs: number },
): Insertable<RunTable> {
  const subject = subjectOf(job)
  return {
    id: job.runId,
    chatflow_id: subject === 'flow' ? job.flowId : null,
    store_id: subject === 'store' ? job.flowId : null,
    chatflow_version: job.flowVersion,
    chat_id: job.session.chatId,
    session_id: job.session.sessionId,
    origin: job.session.origin,
    status: lease ? 'running' : 'queued',
    request,
    answer: null,
    fault: null,
    input_tokens: 0,
    output_tokens: 0,
    duration_ms: null,
    attempt: lease ? 1 : 0,
    lease_owner: lease?.owner ?? null,
    // From now on, by the database's clock.
    lease_until: inMs(lease?.ms ?? untakenMs),
    fence: lease ? 1 : 0,
    event_version: EVENT_VERSION,
    created_date: at,
    started_date: lease ? at : null,
    ended_date: null,
    kind: job.kind,
    graph: job.graph ?? null,
    execution_id: executionOf(job),
    is_draft: isDraft(job) ? 1 : 0,
    source: sourceOf(job),
  }
}

/** Whether a job runs a drawing that was not saved. */
export function isDraft(job: Job): boolean {
  return 'isDraft' in job
}

/** The way a run came in by; a program that shows an API key is told apart from people in the chat. */
export function sourceOf(job: Job): RunSource | null {
  const asker = 'asker' in job ? job.asker : undefined
  if (!asker) return null
  return asker.way === 'chat' && asker.actor.kind === 'api-key' ? 'api' : asker.way
}

function executionOf(job: Job): string | null {
  return 'execution' in job ? (job.execution ?? null) : null
}

/** In the order of the columns above. */
function endValues(outcome: EndedOutcome, answer: string, at: string): unknown[] {
  const { status, fault, usage, found, instead, durationMs } = outcome
  return [
    status,
    answer,
    fault ? storable(fault) : null,
    usage?.inputTokens ?? 0,
    usage?.outputTokens ?? 0,
    found === 0 ? 1 : 0,
    instead ? storable(instead) : null,
    durationMs,
    at,
    null,
    null,
  ]
}
