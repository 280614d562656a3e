import { AppError, type FindRunsQuery, type FlowName, type FoundRun } from '@chatwright/contract'
import { parseJson } from '@chatwright/core'
import type { Kysely } from 'kysely'
import type { Schema } from '../../ground/db/schema.ts'
import type { ExecutionTotals } from '../executions/execution-store.ts'
import { withQuestions } from '../questions/stored-questions.ts'
import { readQuestion } from '../runs/kinds/index.ts'
import { sourceOf } from '../runs/run-store.ts'
import { causeOf, readFault } from './causes.ts'
import { fits, type Candidate, type Filter, type Key, type ListingStore } from './listing-store.ts'
import { readWordQuery } from './words.ts'

export interface ListingDependencies {
  store: ListingStore
  db: Kysely<Schema>
  /** Indexes what has ended since, as far as that is quick. */
  catchUp(): Promise<unknown>
  totals(executionIds: readonly string[]): Promise<Map<string, ExecutionTotals>>
  countWaits(which: { flowId?: string | undefined }): Promise<number>
  /** The knowledge bases that flows name, by the flow. */
  storesIn(flowIds: readonly string[]): Promise<ReadonlyMap<string, FlowName[]>>
  now(): Date
}

const PAGE = 30
/** So many runs are looked at for a page, however few of them fit: the next page goes on from there. */
const LOOKED_AT_ONCE = 200
const MOST_LOOKS = 10
const SHOWN_TEXT = 400
const MOST_COUNTED = 100
const MOST_CAUSES = 2000
const DAY_MS = 86_400_000

export type ListingService = ReturnType<typeof createListingService>

/** Every run of every flow, in one list. */
export function createListingService(dependencies: ListingDependencies) {
  const { store, db, catchUp, totals, countWaits, storesIn, now } = dependencies
  const daysAgo = (days: number): string => new Date(now().getTime() - days * DAY_MS).toISOString()

  /** Candidates in order, until enough fit or enough were looked at. */
  async function collect(filter: Filter, { limit, after }: { limit: number; after: Key | undefined }) {
    const found: Candidate[] = []
    const ids = new Set<string>()
    let key = after
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const some = await store.look({ filter, after: key, limit: LOOKED_AT_ONCE })
      const shown = await newestOf(some, filter)
      for (const run of some) {
        key = run.key
        const fitting = shown.get(run.id)
        if (!fitting || ids.has(fitting.id)) continue
        ids.add(fitting.id)
        found.push(fitting)
        if (found.length === limit) return { found, next: key }
      }
      if (some.length < LOOKED_AT_ONCE) return { found, next: undefined }
    }
    return { found, next: key }
  }

  /** What is shown for each that was found by its words: the newest run of its execution. */
  async function newestOf(some: readonly Candidate[], filter: Filter): Promise<Map<string, Candidate>> {
    const isSearch = filter.words !== undefined || filter.view === 'rated-down'
    const passed = some.filter((run) => isSearch && run.is_superseded && run.execution_id !== null)
    const newest = await store.newest([...new Set(passed.flatMap(({ execution_id: id }) => id ?? []))])
    const ofExecution = new Map(newest.map((run) => [run.execution_id, run]))
    return new Map(
      some.flatMap((run) => {
        const shown = run.is_superseded ? ofExecution.get(run.execution_id) : run
        return shown && fits(shown, filter) ? [[run.id, shown] as const] : []
      }),
    )
  }

  async function describe(runs: readonly Candidate[]): Promise<FoundRun[]> {
    const rows = await withQuestions(db, 'request', await store.rows(runs.map(({ id }) => id)))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const executions = runs.flatMap(({ execution_id: id }) => id ?? [])
    const searched = runs.filter((run) => run.found_nothing === 1).map((run) => run.chatflow_id)
    const [ratings, sums, stores] = await Promise.all([
      store.ratings(runs.map(({ id }) => id)),
      totals([...new Set(executions)]),
      searched.length === 0 ? new Map<string, FlowName[]>() : storesIn([...new Set(searched)]),
    ])
    return runs.flatMap(({ id, is_dismissed: isDismissed }): FoundRun[] => {
      const row = byId.get(id)
      if (!row) return []
      const job = readQuestion(row.request)
      const fault = readFault(row.fault)
      const rated = ratings.get(id)
      const sum = row.execution_id === null ? undefined : sums.get(row.execution_id)
      return [
        {
          id,
          executionId: row.execution_id,
          flowId: row.chatflow_id,
          flowName: row.flow_name ?? '',
          flowVersion: row.chatflow_version,
          isDraft: row.is_draft === 1,
          status: row.status,
          question: job.message.slice(0, SHOWN_TEXT),
          answer: (row.answer ?? '').slice(0, SHOWN_TEXT),
          fault: fault ? { message: fault.message, hint: fault.hint ?? null } : null,
          cause: fault ? causeOf(fault) : null,
          foundNothing: row.found_nothing === 1,
          stores: row.found_nothing === 1 ? (stores.get(row.chatflow_id) ?? []) : [],
          source: row.first_source ?? row.source ?? sourceOf(job),
          chatId: row.chat_id,
          rating: rated ? (rated.rating === 'THUMBS_UP' ? 'up' : 'down') : null,
          comment: rated?.content ?? null,
          isDismissed: Boolean(isDismissed),
          isShared: row.share_id !== null,
          inputTokens: sum?.inputTokens ?? row.input_tokens,
          outputTokens: sum?.outputTokens ?? row.output_tokens,
          durationMs: sum?.durationMs ?? row.duration_ms,
          priceMicro: sum ? sum.priceMicro : row.price_micro,
          createdDate: row.created_date,
        },
      ]
    })
  }

  return {
    async find({ limit = PAGE, cursor, ...filter }: FindRunsQuery) {
      if (filter.words !== undefined) await catchUp()
      const { found, next } = await collect(filter, {
        limit,
        after: cursor === undefined ? undefined : readKey(cursor, isByPlace(filter)),
      })
      return { items: await describe(found), nextCursor: next === undefined ? null : writeKey(next) }
    },

    async counts({ flowId }: { flowId?: string | undefined }) {
      const failed: Filter = { view: 'failed', from: new Date(daysAgo(1)), open: 'true', drafts: 'none', flowId }
      const [waiting, { found }, ratedDown] = await Promise.all([
        countWaits({ flowId }),
        collect(failed, { limit: MOST_COUNTED, after: undefined }),
        store.countRatedDown(daysAgo(30), { flowId, most: MOST_COUNTED }),
      ])
      return { waiting, failed: found.length, ratedDown, most: MOST_COUNTED }
    },

    /** The newest that failed, by what they failed with. */
    async causes({ flowId }: { flowId?: string | undefined }) {
      const filter: Filter = { view: 'failed', flowId, open: 'true' }
      const { found, next } = await collect(filter, { limit: MOST_CAUSES, after: undefined })
      const groups = new Map<string, { message: string; runs: Candidate[] }>()
      for (const run of found) {
        const fault = readFault(run.fault)
        if (!fault) continue
        const cause = causeOf(fault)
        const group = groups.get(cause) ?? { message: fault.message, runs: [] }
        group.runs.push(run)
        groups.set(cause, group)
      }
      const names = new Map(
        (await store.flowNames([...new Set(found.map((run) => run.chatflow_id))])).map(({ id, name }) => [id, name]),
      )
      const items = [...groups].map(([cause, { message, runs }]) => ({
        cause,
        message,
        count: runs.length,
        flows: [...new Set(runs.map((run) => run.chatflow_id))].map((id) => ({ id, name: names.get(id) ?? '' })),
        newestDate: runs[0]?.created_date ?? '',
      }))
      return { items: items.sort((a, b) => b.count - a.count), looked: found.length, hasMore: next !== undefined }
    },

    async dismiss({ ids, dismissed }: { ids: readonly string[]; dismissed: boolean }) {
      await store.dismiss(ids, { dismissed, at: now().toISOString() })
      return { dismissed }
    },
  }
}

function writeKey(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** What is found by its words is in the order of its places, everything else by date and id. */
function isByPlace({ words }: Filter): boolean {
  return words !== undefined && readWordQuery(words) !== undefined
}

function readKey(cursor: string, isPlace: boolean): Key {
  try {
    const key: unknown = parseJson(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (isKey(key, isPlace)) return key
  } catch {
    // Whatever is no cursor of ours gets the same answer.
  }
  throw new AppError(
    'invalid-request',
    { issues: [{ path: 'query.cursor', message: 'Not a cursor of this list' }] },
    { message: 'The cursor is not one this list gave out. Start again from the first page.' },
  )
}

function isKey(key: unknown, isPlace: boolean): key is Key {
  if (!Array.isArray(key)) return false
  if (isPlace) return key.length === 1 && Number.isSafeInteger(key[0])
  // PostgreSQL takes no text with a NUL.
  return key.length === 2 && key.every((part) => typeof part === 'string' && !part.includes('\u0000'))
}
