import { MOST_ASKS, type RunEvent } from '@chatwright/core'
import { toFault } from '@chatwright/engine'
import type { NewComparison } from '@chatwright/contract'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { liveVersionOf } from '../../flows/flows/publishing.ts'
import type { ComparedJob, ComparisonJob, NamedCase } from '../../runs/runs/kinds/comparison-job.ts'
import type { RunEnd, Work, WorkOptions } from '../../runs/runs/kinds/job-kind.ts'
import type { RunCase } from '../test-sets/run-case.ts'
import { compareCase, type CaseToCompare } from './compare-case.ts'
import { comparedIds, type ComparisonStore } from './comparison-store.ts'
import { concludeCases, emptySummary } from './conclude-cases.ts'
import type { Judge } from './judge-answers.ts'
import type { TellMeaning } from './tell-meaning.ts'

interface Named {
  id: string
  name: string
}

export interface CompareDependencies {
  store: Pick<ComparisonStore, 'find' | 'came' | 'note'>
  library: Pick<FlowLibrary, 'head' | 'prepare'>
  runCase: RunCase
  /** Nothing where it is not there any more, or was not recorded. */
  caseOf(named: NamedCase): Promise<CaseToCompare | undefined>
  /** Whether answers of the flow say the same. */
  meaningFor(flow: Named, signal: AbortSignal): TellMeaning
  judgeBy(chosen: NonNullable<NewComparison['judge']>, flow: Named): Judge
  /** Nothing got worse. */
  onPassed(flowId: string, version: number): Promise<void>
}

/** Takes what each case came to, and rests while the next is asked: whoever goes on asks none of them again. */
export function createCompareVersions(dependencies: CompareDependencies): Work<ComparisonJob, 'chat'> {
  const { store, library, onPassed } = dependencies
  return (job, options) =>
    within(job, options, async () => {
      const { runId: id, flowId, request, cases } = job
      const { asks = MOST_ASKS, mostMicro = Infinity, base, candidate } = request
      // Deleted: there is nothing to go on for.
      if (!(await store.find(id))) return 'cancelled'
      const came = await store.came(comparedIds(job))
      const outcomes = came.flatMap(({ outcome }) => outcome ?? [])
      const leftOut = came.filter(({ outcome, fault }) => outcome === undefined && fault === undefined).length
      const total = cases.length - leftOut
      const { summary, items } = concludeCases(outcomes, { cases: total, asks })
      const broken = came.find(({ fault }) => fault !== undefined)
      if (broken) {
        await store.note(id, { ...summary, conclusion: null }, items)
        throw new Error(broken.fault)
      }
      const of = cases[came.length]
      if (of && summary.priceMicro < mostMicro) {
        // What a case came to is weighed again with all others.
        const soFar = { ...emptySummary(total), done: outcomes.length, priceMicro: summary.priceMicro }
        await store.note(id, soFar, items.slice(-1))
        const until: ComparedJob = {
          ...ranBy(job),
          kind: 'compared',
          runId: nextId(job, came.length),
          parent: id,
          request,
          of,
        }
        return { type: 'rest', until }
      }
      await store.note(id, summary, items)
      const head = await library.head(flowId)
      const isOfLive = base === liveVersionOf(head) && candidate === head.version
      if (summary.conclusion === 'no-regression' && isOfLive) await onPassed(flowId, candidate)
      return 'done'
    })
}

/** Asks both versions one case. */
export function createCompareCase(dependencies: CompareDependencies): Work<ComparedJob, 'chat'> {
  const { library, runCase, caseOf, meaningFor, judgeBy } = dependencies
  return (job, options) =>
    within(job, options, async () => {
      const { signal, log } = options
      const { asks = MOST_ASKS, judge: chosen, base, candidate } = job.request
      const found = await caseOf(job.of)
      const head = await library.head(job.flowId)
      const flow = { id: head.id, name: head.name }
      const outcome =
        found &&
        (await compareCase(found, (turns, version, how) => runCase(turns, version, { ...how, signal }), {
          base: await library.prepare(head, base),
          candidate: await library.prepare(head, candidate),
          asks,
          tellMeaning: meaningFor(flow, signal),
          judge: chosen && judgeBy(chosen, flow),
          expectRoom: () => signal.throwIfAborted(),
        }))
      log.append({ type: 'json', value: outcome ?? null })
      return 'done'
    })
}

type Step = 'done' | 'cancelled' | Exclude<Awaited<ReturnType<Work<ComparisonJob, 'chat'>>>, RunEnd>

async function within(
  { runId }: ComparisonJob | ComparedJob,
  { signal, log, clock }: WorkOptions<'chat'>,
  work: () => Promise<Step>,
): ReturnType<Work<ComparisonJob, 'chat'>> {
  const startedAt = clock()
  const start: RunEvent = { type: 'run-start', runId, at: startedAt, endingNodeId: '' }
  const end = (rest: Pick<RunEnd, 'status' | 'fault'>): RunEnd => ({
    type: 'run-end',
    runId,
    at: clock(),
    durationMs: clock() - startedAt,
    ...rest,
  })
  if (log.events.length === 0) log.append(start)
  try {
    signal.throwIfAborted()
    const step = await work()
    signal.throwIfAborted()
    return typeof step === 'string' ? end({ status: step }) : step
  } catch (error) {
    if (signal.aborted) return end({ status: 'cancelled' })
    return end({ status: 'failed', fault: { ...toFault(error), message: (error as Error).message } })
  }
}

function ranBy({ flowId, flowName, flowVersion, session }: ComparisonJob) {
  return { flowId, flowName, flowVersion, session }
}

function nextId(job: ComparisonJob, done: number): string {
  return comparedIds(job)[done] ?? ''
}
