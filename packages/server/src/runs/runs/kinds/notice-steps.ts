import type { NoticeEvent } from '@chatwright/contract'
import type { EndedOutcome } from '@chatwright/core'
import { sql } from 'kysely'
import type { Database } from '../../../ground/db/database.ts'
import type { WriteStep } from '../../../ground/db/write-step.ts'
import type { RunJob } from '../run-job.ts'

/** What is told of a run that ended so; nothing where somebody stopped it. */
function noticeOf({ status, fault }: Pick<EndedOutcome, 'status' | 'fault'>): NoticeEvent | undefined {
  if (status === 'done') return 'finished'
  if (status === 'waiting') return 'waiting'
  if (status === 'cancelled') return undefined
  return fault?.code === 'quota' ? 'limit' : 'failed'
}

/** Keeps what others are to be told, in the commit that ends the run: told once, whoever is killed when. */
export function createNoticeSteps({ query: db }: Database) {
  const { sql: tell } = sql`insert into delivery
    (id, kind, chatflow_id, subject_id, delivery_key, topic, in_turn, state, run_id, facts, sent, is_sending, times, tries, fence, due_at,
      created_date)
    select cast(${''} as text) || '.' || id, 'notice', chatflow_id, id, cast(${''} as text), cast(${''} as text), 0, 'due',
      cast(${''} as text), '{}', 0, 0, 1, 0, 0, cast(${''} as text), cast(${''} as text)
    from flow_notice where chatflow_id = ${''} and is_enabled = 1 and events like ${''}
    on conflict do nothing`.compile(db)
  return (job: RunJob, outcome: EndedOutcome, at: string): WriteStep[] => {
    const event = job.isTold ? noticeOf(outcome) : undefined
    if (event === undefined) return []
    return [{ sql: tell, values: [job.runId, job.runId, event, job.runId, at, at, job.flowId, `% ${event} %`] }]
  }
}
