import type { Selectable } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import type { DryReplayTable } from '../../ground/db/flow-tables.ts'
import { upgradeRun } from '../../runs/runs/old-runs.ts'
import { withQuestion, withQuestions } from '../../runs/questions/stored-questions.ts'

export type DryReplayRow = Selectable<DryReplayTable>

export interface DryReplayStore {
  find(flowId: string): Promise<DryReplayRow | undefined>
  /** Deletes what did it. */
  deleteRun(id: string): Promise<void>
  /** Answers of saved versions that came to an end, the newest first. */
  answers(flowId: string, limit: number): Promise<string[]>
  recordedRun(runId: string): Promise<{ request: string; events: string[] } | undefined>
}

export function createDryReplayStore(database: Database): DryReplayStore {
  const { query: db } = database
  return {
    find: (flowId) => db.selectFrom('dry_replay').selectAll().where('chatflow_id', '=', flowId).executeTakeFirst(),

    async deleteRun(id) {
      await db.deleteFrom('run').where('id', '=', id).execute()
    },

    async answers(flowId, limit) {
      const rows = await db
        .selectFrom('run')
        .select('id')
        .where('chatflow_id', '=', flowId)
        .where('kind', 'in', ['question', 'flow'])
        .where('status', 'in', ['done', 'failed'])
        .where('is_draft', '=', 0)
        .orderBy('created_date', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    async recordedRun(runId) {
      const found = db.selectFrom('run').select('request').where('id', '=', runId)
      const run = await withQuestion(db, 'request', await found.executeTakeFirst())
      if (!run) return undefined
      await upgradeRun(database, runId)
      const rows = await db.selectFrom('run_event').select('event').where('run_id', '=', runId).orderBy('seq').execute()
      const whole = await withQuestions(db, 'event', rows)
      return { request: run.request, events: whole.map(({ event }) => event) }
    },
  }
}
