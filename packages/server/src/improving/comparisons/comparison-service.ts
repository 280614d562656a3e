import { AppError, type ComparedCase, type Comparison, type NewComparison } from '@chatwright/contract'
import { MOST_ASKS } from '@chatwright/core'
import { newId } from '../../ground/db/new-id.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { liveVersionOf } from '../../flows/flows/publishing.ts'
import type { RunCase } from '../test-sets/run-case.ts'
import { compareCase, type CaseOutcome, type CaseToCompare } from './compare-case.ts'
import type { ComparisonRow, ComparisonStore } from './comparison-store.ts'
import type { Judge } from './judge-answers.ts'
import type { TellMeaning } from './tell-meaning.ts'
import { concludeCases, emptySummary } from './conclude-cases.ts'

export type ComparisonService = ReturnType<typeof createComparisonService>

export interface ComparisonDependencies {
  store: ComparisonStore
  library: Pick<FlowLibrary, 'head' | 'prepare'>
  runCase: RunCase
  /** What a set of the flow is called. */
  nameOfSet(setId: string, flowId: string): Promise<string>
  casesOfSet(setId: string): Promise<CaseToCompare[]>
  casesOfAnswers(flowId: string, most: number): Promise<CaseToCompare[]>
  /** Whether answers of the flow say the same. */
  meaningFor(flow: { id: string; name: string }, signal: AbortSignal): TellMeaning
  judgeBy(chosen: NonNullable<NewComparison['judge']>, flow: { id: string; name: string }): Judge
  /** Nothing got worse. */
  onPassed(flowId: string, version: number): Promise<void>
  onFault(error: unknown): void
  now(): Date
  heardEveryMs?: number
}

const PAGE = 50
const ANSWERS = 20
/** Whatever was not heard of for so long was left behind by a process that is gone. */
const LOST_MS = 10 * 60_000
/** How often one says that it is still done, or stands in line. */
const HEARD_EVERY_MS = 30_000
const ORDER = ['worse', 'different', 'unclear', 'better', 'reworded', 'same'] as const

/** Compares versions of flows, one comparison after the other. */
export function createComparisonService(dependencies: ComparisonDependencies) {
  const { store, library, runCase, nameOfSet, casesOfSet, casesOfAnswers, meaningFor, judgeBy } = dependencies
  const { onPassed, onFault, now, heardEveryMs = HEARD_EVERY_MS } = dependencies
  const stops = new Map<string, AbortController>()
  let line: Promise<void> = Promise.resolve()

  const find = async (id: string): Promise<ComparisonRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('comparison-not-found', { id })
    return row
  }

  const shown = (row: ComparisonRow): Comparison => {
    const isLost = row.state === 'running' && now().getTime() - Date.parse(row.updated_date) > LOST_MS
    const { setId = null, setName = null, judge } = JSON.parse(row.request) as KeptRequest
    return {
      id: row.id,
      chatflowId: row.chatflow_id,
      flowName: row.flow_name,
      base: row.base_version,
      candidate: row.candidate_version,
      setId,
      setName,
      judge: judge ? judgeName(judge) : null,
      state: isLost ? 'failed' : row.state,
      reason: isLost ? 'The server stopped before it finished.' : row.reason,
      // What was kept before answers were told apart by meaning says nothing of it.
      summary: { ...emptySummary(0), ...(JSON.parse(row.summary ?? '{}') as Partial<Comparison['summary']>) },
      createdDate: row.created_date,
    }
  }

  const note = (id: string, columns: Partial<ComparisonRow>, cases?: ComparedCase[]): Promise<boolean> =>
    store.change(
      id,
      { ...columns, updated_date: now().toISOString() },
      cases?.map((each) => ({
        comparison_id: id,
        number: each.number,
        verdict: each.verdict,
        report: JSON.stringify(each),
      })),
    )

  const perform = async (row: ComparisonRow, request: NewComparison, signal: AbortSignal): Promise<void> => {
    const { id, chatflow_id: flowId, base_version: base, candidate_version: candidate } = row
    const head = await library.head(flowId)
    const { setId, answers = ANSWERS, asks = MOST_ASKS, judge: chosen, mostMicro = Infinity } = request
    const cases = setId === undefined ? await casesOfAnswers(flowId, answers) : await casesOfSet(setId)
    const options = {
      base: await library.prepare(head, base),
      candidate: await library.prepare(head, candidate),
      asks,
      tellMeaning: meaningFor({ id: flowId, name: head.name }, signal),
      judge: chosen && judgeBy(chosen, { id: flowId, name: head.name }),
      expectRoom: (): void => signal.throwIfAborted(),
    }
    const outcomes: CaseOutcome[] = []
    const conclude = () => concludeCases(outcomes, { cases: cases.length, asks })
    let spent = 0
    try {
      for (const each of cases) {
        signal.throwIfAborted()
        if (spent >= mostMicro) break
        const outcome = await compareCase(each, runCase, options)
        outcomes.push(outcome)
        spent += outcome.priceMicro
        const soFar = { ...emptySummary(cases.length), done: outcomes.length, priceMicro: spent }
        // What a case came to is weighed again with all others, but none is lost should the process end.
        const isThere = await note(id, { summary: JSON.stringify(soFar) }, conclude().items.slice(-1))
        if (!isThere) throw new Error('It was deleted.')
      }
    } catch (error) {
      const { summary, items } = conclude()
      await note(id, { summary: JSON.stringify({ ...summary, conclusion: null }) }, items)
      throw error
    }
    const { summary, items } = conclude()
    await note(id, { state: 'done', summary: JSON.stringify(summary) }, items)
    const isOfLive = base === liveVersionOf(head) && candidate === head.version
    if (summary.conclusion === 'no-regression' && isOfLive) await onPassed(flowId, candidate)
  }

  const begin = (row: ComparisonRow, request: NewComparison): void => {
    const stop = new AbortController()
    stops.set(row.id, stop)
    const hear = async (): Promise<void> => {
      if (!(await note(row.id, {}))) stop.abort(new Error('It was deleted.'))
    }
    const heard = setInterval(() => hear().catch(onFault), heardEveryMs)
    heard.unref()
    line = line
      .then(() => perform(row, request, stop.signal))
      .catch(async (error: unknown) => {
        const reason = (error as Error).message.slice(0, 500)
        await note(row.id, stop.signal.aborted ? { state: 'cancelled' } : { state: 'failed', reason })
      })
      .catch(onFault)
      .finally(() => {
        clearInterval(heard)
        stops.delete(row.id)
      })
  }

  return {
    async list({ chatflowId, limit = PAGE, cursor }: ListQuery) {
      const { items, nextCursor } = await store.page({ chatflowId }, { limit, cursor })
      return { items: items.map(shown), nextCursor }
    },

    async start(request: NewComparison): Promise<Comparison> {
      const head = await library.head(request.chatflowId)
      const { base = liveVersionOf(head), candidate = head.version } = request
      for (const version of [base, candidate]) await library.prepare(head, version)
      const { setId } = request
      const kept: KeptRequest = setId === undefined ? request : { ...request, setName: await nameOfSet(setId, head.id) }
      const at = now().toISOString()
      const row = {
        id: newId(),
        chatflow_id: head.id,
        base_version: base,
        candidate_version: candidate,
        state: 'running' as const,
        request: JSON.stringify(kept),
        summary: null,
        reason: null,
        created_date: at,
        updated_date: at,
      }
      await store.insert(row)
      const begun = { ...row, flow_name: head.name }
      begin(begun, request)
      return shown(begun)
    },

    async get(id: string): Promise<Comparison & { items: ComparedCase[] }> {
      const row = await find(id)
      const items = (await store.cases(id)).map(({ report }) => readCase(report))
      const place = ({ verdict }: ComparedCase): number => ORDER.indexOf(verdict)
      return { ...shown(row), items: items.toSorted((a, b) => place(a) - place(b)) }
    },

    async delete(id: string): Promise<{ isDeleted: boolean }> {
      stops.get(id)?.abort(new Error('It was stopped.'))
      return { isDeleted: await store.delete(id) }
    },

    async close(): Promise<void> {
      for (const stop of stops.values()) stop.abort(new Error('The server stops.'))
      await line
    },
  }
}

/** What was asked for, with what the set was called. */
type KeptRequest = NewComparison & { setName?: string }

function readCase(report: string): ComparedCase {
  const { base, candidate, ...kept } = JSON.parse(report) as ComparedCase
  const none = { reworded: 0 }
  return { ...kept, base: { ...none, ...base }, candidate: { ...none, ...candidate } }
}

function judgeName({ node, inputs }: NonNullable<NewComparison['judge']>): string {
  const { modelName } = inputs ?? {}
  return typeof modelName === 'string' && modelName !== '' ? modelName : node
}

interface ListQuery {
  chatflowId?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
