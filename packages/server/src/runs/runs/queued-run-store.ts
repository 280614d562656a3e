import { databaseTime, inMs } from '../../ground/db/database-clock.ts'
import type { Database } from '../../ground/db/database.ts'
import { sql } from 'kysely'
import type { TakenJob } from './do-taken.ts'
import { readJob, type Job } from './job.ts'
import { withQuestion, withQuestions } from '../questions/stored-questions.ts'
import { isAnswerKind } from './kinds/index.ts'

export interface NeglectedRun {
  runId: string
  flowId: string
  attempt: number
  /** Where it is put back. At first a load that somebody waits for stands with the answers. */
  isInBackground: boolean
}

export interface QueuedRunStore {
  /** Takes a run that waits, or whose worker let its lease lapse. Nothing when somebody else holds it or it ended. */
  take(runId: string, lease: { owner: string; at: Date; ms: number }): Promise<TakenJob | undefined>
  /** Of these runs, the ones still held; the rest were taken over. */
  renew(runs: readonly { runId: string; fence: number }[], leaseMs: number): Promise<Set<string>>
  /** Runs that somebody should do: waiting for long, or abandoned. */
  neglected(limit: number): Promise<NeglectedRun[]>
  /** Background work that waits, oldest first. */
  waiting(limit: number): Promise<string[]>
  /** Runs whose worker has been silent for so long beyond its lease, and that no other took up. */
  lapsed(sinceMs: number, limit: number): Promise<{ job: Job; fence: number }[]>
  /** What nobody has taken up yet of a chat. */
  waitingIn(chat: { flowId: string; chatId: string }): Promise<{ job: Job; fence: number }[]>
  findJob(runId: string): Promise<{ job: Job; status: string } | undefined>
}

export function createQueuedRunStore(database: Database): QueuedRunStore {
  const { query: db, kind } = database
  const clock = (fromNow?: string) => databaseTime(kind, fromNow)
  return {
    async take(runId, { owner, at, ms }) {
      const taken = await db
        .updateTable('run')
        .set((e) => ({
          status: 'running' as const,
          attempt: e('attempt', '+', 1),
          fence: e('fence', '+', 1),
          lease_owner: owner,
          lease_until: clock(inMs(ms)),
          started_date: at.toISOString(),
        }))
        .where('id', '=', runId)
        .where((e) =>
          e.or([e('status', '=', 'queued'), e.and([e('status', '=', 'running'), e('lease_until', '<', clock())])]),
        )
        .returning(['request', 'attempt', 'fence'])
        .executeTakeFirst()
      const row = await withQuestion(db, 'request', taken)
      return row && { job: readJob(row.request), attempt: row.attempt, fence: row.fence }
    },

    async renew(runs, leaseMs) {
      const held = new Set<string>()
      for (const { runId, fence } of runs) {
        const { numUpdatedRows } = await db
          .updateTable('run')
          .set({ lease_until: clock(inMs(leaseMs)) })
          .where('id', '=', runId)
          .where('fence', '=', fence)
          .where('status', '=', 'running')
          .executeTakeFirst()
        if (numUpdatedRows > 0n) held.add(runId)
      }
      return held
    },

    async neglected(limit) {
      const rows = await db
        .selectFrom('run')
        .select(['id', 'chatflow_id', 'attempt', 'kind'])
        .select((e) => e.case().when('kind', '=', 'flow').then(e.ref('request')).end().as('request'))
        .where((e) =>
          e.and([
            e('status', 'in', ['queued', 'running']),
            e.or([e('lease_until', 'is', null), e('lease_until', '<', clock())]),
          ]),
        )
        .orderBy('created_date')
        .limit(limit)
        .execute()
      return rows.map(({ id, chatflow_id: flowId, attempt, kind, request }) => ({
        runId: id,
        flowId,
        attempt,
        // Agent flows go on in either: by whoever waits for one, or when its time has come.
        isInBackground: !isAnswerKind(kind) || (request !== null && 'isInBackground' in readJob(request)),
      }))
    },

    async lapsed(sinceMs, limit) {
      const rows = await db
        .selectFrom('run')
        .select(['request', 'fence'])
        .where('status', '=', 'running')
        .where('lease_until', '<', clock(inMs(-sinceMs)))
        .limit(limit)
        .execute()
      const whole = await withQuestions(db, 'request', rows)
      return whole.map(({ request, fence }) => ({ job: readJob(request), fence }))
    },

    async waiting(limit) {
      const rows = await db
        .selectFrom('run')
        .select('id')
        // In so many words: the index over background work is found by them.
        .where(sql<boolean>`kind <> 'question'`)
        .where('kind', '<>', 'continue')
        .where('status', '=', 'queued')
        .orderBy('created_date')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    async waitingIn({ flowId, chatId }) {
      const rows = await db
        .selectFrom('run')
        .select(['request', 'fence'])
        .where('status', '=', 'queued')
        .where('chatflow_id', '=', flowId)
        .where('chat_id', '=', chatId)
        .execute()
      const whole = await withQuestions(db, 'request', rows)
      return whole.map(({ request, fence }) => ({ job: readJob(request), fence }))
    },

    async findJob(runId) {
      const found = db.selectFrom('run').select(['request', 'status']).where('id', '=', runId)
      const row = await withQuestion(db, 'request', await found.executeTakeFirst())
      return row && { job: readJob(row.request), status: row.status }
    },
  }
}
