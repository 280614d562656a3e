import type { NodeContext, RunEvent } from '@chatwright/core'
import { runInto } from '@chatwright/engine'
import type { FlowLibrary } from './flow-library.ts'
import { createEffects, type Platform } from './node-context.ts'
import { toRunRequest, type RunJob } from './run-job.ts'
import { createOutcomeCollector, type RunOutcome } from './run-outcome.ts'
import type { RunStore } from './run-store.ts'
import type { SuggestFollowUps } from './suggest-follow-ups.ts'

/** Why a run was aborted: a person stopped it, its reader left, or the server ends. */
export type AbortReason = 'stopped' | 'reader-gone' | 'shutdown'

export type ExecuteRun = (
  job: RunJob,
  how: { signal: AbortSignal; startedAt: Date; fence?: number; emit: (event: RunEvent) => void },
) => Promise<RunOutcome>

export interface ExecuteDependencies {
  library: FlowLibrary
  platform: Platform
  flows: NodeContext['flows']
  store: RunStore
  suggestFollowUps: SuggestFollowUps
  /** Takes out of an event what nobody may read. */
  hideSecrets: (event: RunEvent) => RunEvent
  now: () => Date
}

/** How often a flow's "last run" is written at most: the whole row, with its graph, is rewritten for it. */
const LAST_RUN_MS = 30_000
const REMEMBERED_FLOWS = 1000

/** Does one job from plan to stored answer. Its last event, `run-end`, is told after everything is stored. */
export function createExecuteRun(dependencies: ExecuteDependencies): ExecuteRun {
  const { library, platform, flows, store, suggestFollowUps, hideSecrets, now } = dependencies
  const lastNoted = new Map<string, number>()

  const noteFlowRan = async (flowId: string, at: Date): Promise<void> => {
    if (at.getTime() - (lastNoted.get(flowId) ?? -Infinity) < LAST_RUN_MS) return
    if (lastNoted.size >= REMEMBERED_FLOWS) lastNoted.clear()
    lastNoted.set(flowId, at.getTime())
    await store.noteFlowRan(flowId, at)
  }

  return async (job, { signal, startedAt, fence, emit }) => {
    const flow = await library.prepare({ id: job.flowId, name: job.flowName, version: job.flowVersion })
    const plan = await library.plan(flow)
    const effects = createEffects(platform, { flow: { id: flow.id, name: flow.name }, flows })
    const collector = createOutcomeCollector()
    let end: Extract<RunEvent, { type: 'run-end' }> | undefined
    await runInto(plan, toRunRequest(job, signal), {
      effects,
      emit(said) {
        const event = hideSecrets(said)
        collector.add(event)
        if (event.type === 'run-end') end = event
        else emit(event)
      },
    })
    if (!end) throw new Error('The engine ended a run without saying so')
    const status = end.status === 'cancelled' && isShutdown(signal) ? 'interrupted' : end.status
    const told: RunEvent = { ...end, status }
    const outcome = collector.outcome(told)
    // Strictly after the question, so that the two never change places in a list ordered by time.
    const at = new Date(Math.max(now().getTime(), startedAt.getTime() + 1))
    await store.finish(job, { outcome, trace: collector.trace, at, fence })
    await noteFlowRan(job.flowId, at)
    if (!job.followUps || status !== 'done' || outcome.text === '' || outcome.json !== undefined) {
      emit(told)
      return outcome
    }
    emit({ type: 'answered', at: at.getTime(), durationMs: outcome.durationMs })
    const followUpPrompts = await followUp(job, { text: outcome.text, signal })
    emit({ ...told, ...followUpPrompts })
    return { ...outcome, ...followUpPrompts }
  }

  async function followUp(job: RunJob, answer: { text: string; signal: AbortSignal }) {
    const found = await suggestFollowUps(job, answer)
    if (!found) return {}
    await store
      .keepFollowUps(job, { ...found, trace: found.trace.map(hideSecrets) })
      // The answer is stored and told; whoever asked must not see it fail for this.
      .catch((error: unknown) => platform.context.logger.warn({ runId: job.runId, err: error }, 'not kept'))
    return found.prompts.length > 0 ? { followUpPrompts: found.prompts } : {}
  }
}

function isShutdown(signal: AbortSignal): boolean {
  return signal.reason === ('shutdown' satisfies AbortReason)
}
