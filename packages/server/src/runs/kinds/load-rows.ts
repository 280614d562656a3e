import type { EndedOutcome, UpsertResult } from '@chatwright/core'
import type { Kysely } from 'kysely'
import { newId } from '../../db/new-id.ts'
import type { Schema } from '../../db/schema.ts'
import { preparedInsert, type WriteStep } from '../../db/write-step.ts'
import type { LoadJob } from './load.ts'

/** What the history keeps of the loaded documents. */
const KEPT_DOCUMENTS = 20
const KEPT_TEXT = 2000

/** What the run's row keeps of a load: its counts, and what could not be read. */
export function loadAnswer({ loaded }: EndedOutcome): string {
  return loaded ? JSON.stringify({ ...loaded, addedDocs: [] }) : ''
}

/** What is written with the end of a load: a line of the flow's history. */
export function loadSteps(
  db: Kysely<Schema>,
  { flowId }: LoadJob,
  { outcome, at }: { outcome: EndedOutcome; at: string },
): WriteStep[] {
  const { loaded, status } = outcome
  if (!loaded || status !== 'done') return []
  const insert = preparedInsert(db, 'upsert_history', ['id', 'chatflow_id', 'result', 'created_date'])
  return [insert({ id: newId(), chatflow_id: flowId, result: JSON.stringify(shortened(loaded)), created_date: at })]
}

function shortened(result: UpsertResult): UpsertResult {
  return {
    ...result,
    addedDocs: result.addedDocs
      .slice(0, KEPT_DOCUMENTS)
      .map((document) => ({ ...document, pageContent: document.pageContent.slice(0, KEPT_TEXT) })),
  }
}
