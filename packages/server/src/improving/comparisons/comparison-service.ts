import { AppError, type ComparedCase, type Comparison, type NewComparison } from '@chatwright/contract'
import { newId } from '../../ground/db/new-id.ts'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { liveVersionOf } from '../../flows/flows/publishing.ts'
import type { ComparisonJob, NamedCase } from '../../runs/runs/kinds/comparison-job.ts'
import type { Runner } from '../../runs/runs/runner.ts'
import type { ComparisonRow, ComparisonStore } from './comparison-store.ts'
import { emptySummary } from './conclude-cases.ts'

export type ComparisonService = ReturnType<typeof createComparisonService>

export interface ComparisonDependencies {
  store: ComparisonStore
  library: Pick<FlowLibrary, 'head' | 'prepare'>
  runner: Pick<Runner, 'enqueue' | 'cancel'>
  /** What a set of the flow is called. */
  nameOfSet(setId: string, flowId: string): Promise<string>
  casesOfSet(setId: string): Promise<NamedCase[]>
  casesOfAnswers(flowId: string, most: number): Promise<NamedCase[]>
}

const PAGE = 50
const ANSWERS = 20
const ORDER = ['worse', 'different', 'unclear', 'better', 'reworded', 'same'] as const
const LOST = 'The server stopped before it finished.'

/** Compares versions of flows: each comparison is a run, and so is each of its cases. */
export function createComparisonService(dependencies: ComparisonDependencies) {
  const { store, library, runner, nameOfSet, casesOfSet, casesOfAnswers } = dependencies

  const find = async (id: string): Promise<ComparisonRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('comparison-not-found', { id })
    return row
  }

  const start = async (wanted: NewComparison): Promise<Comparison> => {
    const head = await library.head(wanted.chatflowId)
    const { base = liveVersionOf(head), candidate = head.version, setId, answers = ANSWERS } = wanted
    for (const version of [base, candidate]) await library.prepare(head, version)
    const setName = setId === undefined ? {} : { setName: await nameOfSet(setId, head.id) }
    const id = newId()
    const job: ComparisonJob = {
      kind: 'comparison',
      runId: id,
      flowId: head.id,
      flowName: head.name,
      flowVersion: candidate,
      session: { flowId: head.id, chatId: id, sessionId: id, origin: 'internal' },
      request: { ...wanted, base, candidate, ...setName },
      cases: setId === undefined ? await casesOfAnswers(head.id, answers) : await casesOfSet(setId),
    }
    await runner.enqueue(job)
    return shown(await find(id))
  }

  return {
    start,

    async list({ chatflowId, limit = PAGE, cursor }: ListQuery) {
      const { items, nextCursor } = await store.page({ chatflowId }, { limit, cursor })
      return { items: items.map(shown), nextCursor }
    },

    async get(id: string): Promise<Comparison & { items: ComparedCase[] }> {
      const row = await find(id)
      const items = (await store.cases(id)).map(({ report }) => readCase(report))
      const place = ({ verdict }: ComparedCase): number => ORDER.indexOf(verdict)
      return { ...shown(row), items: items.toSorted((a, b) => place(a) - place(b)) }
    },

    async delete(id: string): Promise<{ isDeleted: boolean }> {
      const row = await store.find(id)
      // First: what is being asked then finds nothing to go on for.
      const isDeleted = await store.delete(id)
      if (row) {
        await runner.cancel({ flowId: row.chatflow_id, chatId: id })
        await store.deleteRuns({ id, flowId: row.chatflow_id })
      }
      return { isDeleted }
    },
  }
}

function shown(row: ComparisonRow): Comparison {
  // One that a release began which did not do it as a run ended with its process.
  const isLost = row.state === 'running' && !row.has_run
  const { setId = null, setName = null, judge } = JSON.parse(row.request) as NewComparison & { setName?: string }
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
    reason: isLost ? LOST : row.reason,
    // What was kept before answers were told apart by meaning says nothing of it.
    summary: { ...emptySummary(0), ...(JSON.parse(row.summary ?? '{}') as Partial<Comparison['summary']>) },
    createdDate: row.created_date,
  }
}

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
