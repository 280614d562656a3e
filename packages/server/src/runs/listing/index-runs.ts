import { parseJson } from '@chatwright/core'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../ground/db/database.ts'
import { ANSWER_KINDS } from '../../ground/db/run-tables.ts'
import type { Schema } from '../../ground/db/schema.ts'
import { every } from '../../ground/every.ts'
import { withQuestions } from '../questions/stored-questions.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import { sourceOf } from '../runs/run-store.ts'
import { createWordIndex } from './word-index.ts'
import { digest, facet, wordsIn } from './words.ts'

const EVERY_MS = 5000
const BATCH = 50

/** In so many words: the index over such runs is found by them. */
const withoutPlace = sql<boolean>`run.place is null and run.status not in ('queued', 'running') and run.kind in ('question', 'continue', 'flow')`

/** Indexes the words of runs that have ended, some at a time and after their answers: nobody waits for it. How many there were. */
export async function indexRuns(
  database: Database,
  { most = 2000, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<number> {
  for (let indexed = 0; ;) {
    const count = await indexSome(database)
    indexed += count
    if (count < BATCH || indexed >= most || signal?.aborted) return indexed
  }
}

/** Keeps it up while the server runs. Returns how to stop. */
export function keepIndexingRuns(database: Database, onFault: (error: unknown) => void): () => void {
  return every(EVERY_MS, (signal) => indexRuns(database, { signal }), { onFault })
}

const COLUMNS = [
  'id',
  'chatflow_id',
  'status',
  'request',
  'answer',
  'fault',
  'execution_id',
  'created_date',
  'place',
  'is_draft',
] as const

async function indexSome(database: Database): Promise<number> {
  const index = createWordIndex(database)
  const waiting = database.query.selectFrom('run').select('id').where(withoutPlace).orderBy('ended_date').limit(BATCH)
  const ids = (await waiting.execute()).map(({ id }) => id)
  if (ids.length === 0) return 0
  await database.transact(async (transaction) => {
    for (const id of ids) {
      const parts = await partsOf(transaction, id)
      const run = parts.find((part) => part.id === id)
      // Gone, or indexed by another process meanwhile.
      if (!run || run.place !== null) continue
      const newest = parts.at(-1)
      const source = sourceOf(readQuestion((parts[0] ?? run).request))
      if (newest?.id !== id) {
        await transaction.updateTable('run').set({ place: 0, source }).where('id', '=', id).execute()
        continue
      }
      for (const part of parts) {
        if (part.place === null || Number(part.place) <= 0) continue
        await index.remove(transaction, Number(part.place))
        await transaction.updateTable('run').set({ place: 0 }).where('id', '=', part.id).execute()
      }
      const place = await freePlace(transaction, run)
      const words = [
        facet.flow(run.chatflow_id),
        facet.status(run.status),
        ...(source === null ? [] : [facet.source(source)]),
        ...wordsIn(...parts.flatMap(textsOf)),
      ]
      await transaction.updateTable('run').set({ place, source }).where('id', '=', id).execute()
      await index.put(transaction, { runId: id, place, words })
    }
  })
  return ids.length
}

type Part = Awaited<ReturnType<typeof partsOf>>[number]

/** Of an agent flow all runs that went on from each other, oldest first: they are found as one. */
async function partsOf(transaction: Transaction<Schema>, id: string) {
  const run = await transaction.selectFrom('run').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  if (!run) return []
  const rows =
    run.execution_id === null
      ? [run]
      : await transaction
          .selectFrom('run')
          .select(COLUMNS)
          .where('execution_id', '=', run.execution_id)
          .where('kind', 'in', ANSWER_KINDS)
          .orderBy('created_date')
          .orderBy('id')
          .execute()
  return withQuestions(transaction, 'request', rows)
}

function textsOf({ request, answer, fault }: Part): string[] {
  const { message, hint } = (fault === null ? {} : parseJson(fault)) as { message?: string; hint?: string }
  return [readQuestion(request).message, answer ?? '', message ?? '', hint ?? '']
}

/** A number in the order of time, which is the run's alone: its millisecond, and what tells it from others of the same. */
async function freePlace(transaction: Transaction<Schema>, { id, created_date: at }: Part): Promise<number> {
  const first = Math.max(1, Date.parse(at)) * 1024 + (Number.parseInt(digest(id).slice(0, 4), 16) % 1024)
  for (let place = first; ; place += 1) {
    const taken = transaction
      .selectFrom('run')
      .select('id')
      .where('place', '=', place)
      .where(sql<boolean>`place > 0`)
    if (!(await taken.executeTakeFirst())) return place
  }
}
