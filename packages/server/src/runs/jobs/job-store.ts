import { sql } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { ANSWER_KINDS, LOAD_KINDS, type AnswerKind, type LoadKind } from '../../ground/db/run-tables.ts'
import { pageAfter, type Page } from '../../ground/db/keyset.ts'
import type { RunRow } from '../runs/run-store.ts'

export interface JobFilter {
  chatflowId?: string | undefined
  states?: readonly RunRow['status'][] | undefined
  kind?: RunRow['kind'] | undefined
}

/** A run of a kind that is shown as a job. */
export type JobRow = RunRow & { kind: AnswerKind | LoadKind }

export interface JobStore {
  /** Background work, newest first. */
  page(filter: JobFilter, at: { limit: number; cursor?: string | undefined }): Promise<Page<JobRow>>
  find(id: string): Promise<JobRow | undefined>
}

export function createJobStore({ query: db }: Database): JobStore {
  return {
    page: ({ chatflowId, states, kind }, { limit, cursor }) =>
      pageAfter(
        db
          .selectFrom('run')
          .selectAll()
          .$narrowType<{ kind: JobRow['kind'] }>()
          // In so many words: the index over background work is found by them.
          .where(sql<boolean>`kind <> 'question'`)
          .where('kind', '<>', 'continue')
          .where('kind', 'in', LOAD_KINDS)
          .$if(chatflowId !== undefined, (q) =>
            q.where((e) => e.or([e('chatflow_id', '=', chatflowId ?? ''), e('store_id', '=', chatflowId ?? '')])),
          )
          .$if(states !== undefined, (q) => q.where('status', 'in', [...(states ?? [])]))
          .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? 'load')),
        { columns: ['created_date'], direction: 'desc', limit, cursor },
      ),

    find: (id) =>
      db
        .selectFrom('run')
        .selectAll()
        .where('id', '=', id)
        .where('kind', 'in', [...ANSWER_KINDS, ...LOAD_KINDS])
        .$narrowType<{ kind: JobRow['kind'] }>()
        .executeTakeFirst(),
  }
}
