import { Steps, type RunEvent, type StepEvent } from '@chatwright/core'
import type { Database } from '../../../ground/db/database.ts'
import { readEventRows } from '../event-rows.ts'
import type { ToldBefore } from '../kinds/flow.ts'
import { withQuestions } from '../../questions/stored-questions.ts'

const STEP_EVENTS: ReadonlySet<string> = new Set<StepEvent['type']>([
  'step-start',
  'step-end',
  'step-error',
  'step-skip',
  'step-wait',
  'step-decision',
  'step-again',
  'text',
])

/** What was told in executions before, which runs go on from. */
export function createToldBefore({ query: db }: Pick<Database, 'query'>): ToldBefore {
  const toldIn = async (execution: string, exceptRun?: string): Promise<RunEvent[]> => {
    const rows = await db
      .selectFrom('run_event')
      .innerJoin('run', 'run.id', 'run_event.run_id')
      .select('run_event.event')
      .where('run.execution_id', '=', execution)
      .$if(exceptRun !== undefined, (q) => q.where('run.id', '<>', exceptRun ?? ''))
      .orderBy('run.created_date')
      .orderBy('run.id')
      .orderBy('run_event.seq')
      .execute()
    return readEventRows(await withQuestions(db, 'event', rows)).filter(
      ({ type }) => STEP_EVENTS.has(type) || type === 'run-start' || type === 'token',
    )
  }

  return {
    earlier: (execution, runId) => toldIn(execution, runId),

    async stateBefore({ flowId, session, execution }) {
      const row = await db
        .selectFrom('run')
        .select('execution_id')
        .where('chatflow_id', '=', flowId)
        .where('session_id', '=', session.sessionId)
        .where('kind', '=', 'flow')
        .where('execution_id', '<>', execution ?? '')
        .orderBy('created_date', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!row?.execution_id) return {}
      return new Steps(await toldIn(row.execution_id)).leftAt('')?.state ?? {}
    },
  }
}
