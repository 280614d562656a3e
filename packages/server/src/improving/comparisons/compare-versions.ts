import { MOST_ASKS } from '@chatwright/core'
import type { NewComparison } from '@chatwright/contract'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { liveVersionOf } from '../../flows/flows/publishing.ts'
import type { ComparedJob, ComparisonJob, NamedCase } from '../../runs/runs/kinds/comparison-job.ts'
import type { Work } from '../../runs/runs/kinds/job-kind.ts'
import { withRunEvents } from '../../runs/runs/kinds/with-run-events.ts'
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
    withRunEvents(job.runId, options, async () => {
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
    withRunEvents(job.runId, options, async () => {
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

function ranBy({ flowId, flowName, flowVersion, session }: ComparisonJob) {
  return { flowId, flowName, flowVersion, session }
}

function nextId(job: ComparisonJob, done: number): string {
  return comparedIds(job)[done] ?? ''
}
