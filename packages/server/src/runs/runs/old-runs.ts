import { eventsTelling, type RunEvent, type RunFault, type RunOutcome, type RunStatus } from '@chatwright/core'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { ChatMessageTable } from '../../ground/db/message-tables.ts'
import type { RunTable } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { readEventRows, toEventRow } from './event-rows.ts'

/** The version of what `run_event` holds: everything told of a run. */
export const EVENT_VERSION = 1

/** Writes what a run of the first release told, out of its trace and the columns of its answer. */
export async function upgradeRun(database: Database, runId: string): Promise<void> {
  const old = (db: Kysely<Schema>) =>
    db
      .selectFrom('run')
      .selectAll()
      .where('id', '=', runId)
      .where('event_version', '<', EVENT_VERSION)
      .where('status', 'not in', ['queued', 'running'])
      .executeTakeFirst()
  if (!(await old(database.query))) return
  await database.transact(async (transaction) => {
    const run = await old(transaction)
    // Another process was faster.
    if (!run) return
    const trace = readEventRows(
      await transaction.selectFrom('run_event').select('event').where('run_id', '=', runId).orderBy('seq').execute(),
    )
    const events = eventsOfOldRun(run, await answerOf(transaction, run), trace)
    await transaction.deleteFrom('run_event').where('run_id', '=', runId).execute()
    await transaction
      .insertInto('run_event')
      .values({ run_id: runId, ...toEventRow(events, 0) })
      .execute()
    await transaction.updateTable('run').set({ event_version: EVENT_VERSION }).where('id', '=', runId).execute()
  })
}

type AnswerRow = Selectable<ChatMessageTable>

/** What it told, in the order in which it must have: its calls, its answer, its end. */
export function eventsOfOldRun(
  run: Selectable<RunTable>,
  answer: AnswerRow | undefined,
  trace: readonly RunEvent[],
): RunEvent[] {
  const text = answer?.content ?? run.answer ?? ''
  const thinking = parsed(answer?.reason_content) as { thinking: string; thinkingDuration?: number } | undefined
  const said: Parameters<typeof eventsTelling>[0] = {
    text,
    ...(thinking && { thinking: { text: thinking.thinking, durationMs: (thinking.thinkingDuration ?? 0) * 1000 } }),
    ...parsedAs('sourceDocuments', answer?.source_documents),
    ...parsedAs('usedTools', answer?.used_tools),
    ...parsedAs('artifacts', answer?.artifacts),
  }
  const fault = parsed(run.fault) as RunFault | undefined
  const followUpPrompts = parsed(answer?.follow_up_prompts) as string[] | undefined
  const usage = { inputTokens: run.input_tokens, outputTokens: run.output_tokens }
  const at = Date.parse(run.ended_date ?? run.created_date)
  const isTrace = ({ type }: RunEvent): boolean => type !== 'run-end' && type !== 'run-start'
  const start = trace.find((event) => event.type === 'run-start')
  return [
    {
      ...(start ?? {
        type: 'run-start' as const,
        runId: run.id,
        at: Date.parse(run.started_date ?? run.created_date),
        endingNodeId: '',
      }),
      ...(answer && { messageId: answer.id }),
    },
    ...trace.filter(isTrace),
    ...eventsTelling(said),
    {
      type: 'run-end',
      runId: run.id,
      at,
      status: run.status as RunStatus,
      durationMs: run.duration_ms ?? 0,
      ...(usage.inputTokens + usage.outputTokens > 0 && { usage }),
      ...(fault && { fault }),
      ...(followUpPrompts && { followUpPrompts }),
    },
  ]
}

const DONE = { namespace: 'upgrade', key: 'run-events' }
const BATCH = 50
const PAUSE_MS = 20

/**
 * Upgrades every old run, a few at a time, while the server serves. Stopped at any moment, it goes on at the next start; a run
 * somebody wants to see meanwhile is upgraded first.
 */
export async function upgradeOldRuns(database: Database, signal: AbortSignal): Promise<number> {
  const { query: db } = database
  const done = await db
    .selectFrom('record')
    .select('key')
    .where('namespace', '=', DONE.namespace)
    .where('key', '=', DONE.key)
    .executeTakeFirst()
  if (done) return 0
  let after = ''
  for (let upgraded = 0; ;) {
    if (signal.aborted) return upgraded
    const ids = await db
      .selectFrom('run')
      .select('id')
      .where('id', '>', after)
      .where('event_version', '<', EVENT_VERSION)
      .where('status', 'not in', ['queued', 'running'])
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const { id } of ids) await upgradeRun(database, id)
    upgraded += ids.length
    after = ids.at(-1)?.id ?? after
    if (ids.length < BATCH) {
      await db
        .insertInto('record')
        .values({ ...DONE, value: '', expires_date: null })
        .onConflict((conflict) => conflict.columns(['namespace', 'key']).doNothing())
        .execute()
      return upgraded
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

function answerOf(db: Kysely<Schema>, run: Selectable<RunTable>): Promise<AnswerRow | undefined> {
  return db
    .selectFrom('chat_message')
    .selectAll()
    .where('chatflow_id', '=', run.chatflow_id)
    .where('chat_id', '=', run.chat_id)
    .where('run_id', '=', run.id)
    .where('role', '=', 'apiMessage')
    .executeTakeFirst()
}

/** A column that holds a part of an outcome, where it holds one. */
function parsedAs<Part extends keyof RunOutcome>(
  part: Part,
  text: string | null | undefined,
): Pick<RunOutcome, Part> | object {
  const value = parsed(text)
  return value === undefined ? {} : { [part]: value }
}

function parsed(text: string | null | undefined): unknown {
  return text === null || text === undefined ? undefined : JSON.parse(text)
}
