import { ON_SCREEN } from '../../door/askers/asker-of.ts'
import type { ReplayRequest, ReplayResult, RunChanges, RunPlan } from '@chatwright/contract'
import { outcomeOf, type Flow, type NodeContext, type RunEvent, type RunOutcome } from '@chatwright/core'
import { compile, type Catalogue } from '@chatwright/engine'
import type { FlowLibrary } from '../../flows/flows/flow-library.ts'
import { flowErrorAnswer } from '../../runs/runs/fault-answer.ts'
import { createEffects, type Platform } from '../../runs/runs/node-context.ts'
import { guardEffects } from './guarded-effects.ts'
import { callsIn, type TracedCall } from './recorded-calls.ts'
import type { RecordedRun } from './recorded-run.ts'
import type { Replay, ReplayedCall, ReplayOptions, Stop } from './replay-gate.ts'
import { foreseeCalls } from './foreseen-calls.ts'
import { labelsOf, runRecorded } from './run-recorded.ts'
import { createRunPrice, usageIn } from './run-price.ts'
import { wholeAnswer, type WholeAnswer } from './whole-answer.ts'
import type { Limits } from '../../money/limits/limits.ts'
import type { PriceBook } from '../../money/prices/price-book.ts'
import type { UsedCall } from '../../runs/spend/run-spend.ts'

export type ReplayService = ReturnType<typeof createReplayService>

export interface ReplayDependencies {
  library: Pick<FlowLibrary, 'head' | 'draw' | 'prepare'>
  prices: PriceBook
  catalogue: Catalogue
  platform: Platform
  flows: NodeContext['flows']
  /** Holds calls back that would go beyond a limit of what tests may cost. */
  limits?: Pick<Limits, 'gate'>
  /** What models were asked for it: it is spent, whatever comes of it. */
  onAsked?: (flowId: string, calls: UsedCall[]) => Promise<void>
  /** How long one may take. */
  timeoutMs?: number
}

/** What came of a run that was done again, for whoever judges it. */
export interface Retold extends WholeAnswer {
  outcome: RunOutcome
  told: readonly RunEvent[]
  done: readonly ReplayedCall[]
  stopped: Stop | undefined
}

const MOST_ASKS = 25

/** Runs what was recorded again: from the record alone, or asking what a change makes new. */
export function createReplayService({
  library,
  prices,
  catalogue,
  platform,
  flows,
  limits,
  onAsked,
  timeoutMs,
}: ReplayDependencies) {
  /** The flow that runs: as it was, as it is saved today, or as somebody has drawn it. */
  const flowOf = async ({ job, flow }: RecordedRun, { flowData, isMended }: RunChanges): Promise<Flow> => {
    if (flowData === undefined && !isMended) return flow
    const head = await library.head(job.flowId)
    return (await (flowData === undefined ? library.prepare(head) : library.draw(head, flowData))).flow
  }

  async function runChanged(
    recorded: RecordedRun,
    changes: RunChanges,
    how: Pick<ReplayOptions, 'asks' | 'allowed' | 'foreseen' | 'isAnew'> & {
      calls: TracedCall[]
      signal?: AbortSignal | undefined
    },
  ) {
    const { job } = recorded
    await prices.refresh()
    const plan = await compile(await flowOf(recorded, changes), catalogue, { want: 'chat' })
    const labelOf = labelsOf(recorded.flow)
    const ran = await runRecorded(recorded, {
      ...how,
      plan,
      changes,
      guarded: guardEffects(createEffects(platform, { flow: { id: job.flowId, name: job.flowName }, flows })),
      labelOf,
      hide: platform.hideSecrets,
      timeoutMs,
      limit: limits && ((gate) => limits.gate({ ...job, isTest: true }, gate)),
    })
    await onAsked?.(job.flowId, modelsAsked(ran.replayed.done, labelOf))
    return ran
  }

  /** Without secrets. */
  const within = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return platform.hideSecrets(await work())
    } catch (error) {
      throw flowErrorAnswer(error, ON_SCREEN)
    }
  }

  return {
    run: (recorded: RecordedRun, { mode, asks = MOST_ASKS, allow, ...changes }: ReplayRequest): Promise<ReplayResult> =>
      within(async () => {
        const isAsking = mode === 'what-if'
        const ran = await runChanged(recorded, changes, {
          calls: callsIn(recorded.events),
          asks: isAsking ? asks : 0,
          allowed: new Set(isAsking ? allow : []),
        })
        return resultOf(recorded, { ...ran, prices })
      }),

    /** Runs it again on the flow that is given with it, asking at most so much anew. */
    retell: (
      recorded: RecordedRun,
      {
        asks,
        isAnew,
        answers,
        signal,
      }: {
        asks: number
        isAnew?: boolean
        answers?: NonNullable<RunChanges['answers']>
        signal?: AbortSignal | undefined
      },
    ): Promise<Retold> =>
      within(async () => {
        const calls = callsIn(recorded.events)
        const how = { calls, asks, isAnew, signal, allowed: new Set<string>() }
        const { told, replayed, durationMs } = await runChanged(recorded, answers ? { answers } : {}, how)
        const { done, stopped } = replayed
        const outcome = outcomeOf(told)
        return {
          outcome,
          told,
          done,
          stopped,
          ...wholeAnswer({ outcome, done, durationMs }, { recorded, calls, prices }),
        }
      }),

    /** Which calls a change would ask anew. Asks nobody. */
    plan: (recorded: RecordedRun, changes: RunChanges): Promise<RunPlan> =>
      within(async () => {
        const calls = callsIn(recorded.events)
        const foreseen = foreseeCalls(calls, { values: recorded.values, prices, labelOf: labelsOf(recorded.flow) })
        const { replayed } = await runChanged(recorded, changes, { calls, asks: 0, allowed: new Set(), foreseen })
        return foreseen.plan(replayed.stopped !== undefined)
      }),
  }
}

function modelsAsked(done: readonly ReplayedCall[], labelOf: ReplayOptions['labelOf']): UsedCall[] {
  return done.flatMap(({ grade, model, nodeId = '', outcome }) => {
    const usage = usageIn(outcome)
    const isMade = grade === 'recomputed' && model !== undefined && usage !== undefined
    return isMade ? [{ nodeId, label: labelOf(nodeId) ?? nodeId, model, usage }] : []
  })
}

function resultOf(
  { events }: RecordedRun,
  {
    told,
    replayed,
    durationMs,
    prices,
  }: { told: readonly RunEvent[]; replayed: Replay; durationMs: number; prices: PriceBook },
): ReplayResult {
  const { done, stopped } = replayed
  const { status, text, fault } = outcomeOf(told)
  const before = outcomeOf(events)
  const price = createRunPrice(prices)
  for (const { grade, model, outcome } of done) if (grade === 'recomputed') price.add(model, usageIn(outcome))
  return {
    status: stopped ? 'stopped' : status,
    text,
    fault: stopped || !fault ? null : { ...fault },
    stopped: stopped
      ? { ...stopped, nodeId: stopped.nodeId ?? null, label: stopped.label ?? null, request: stopped.request ?? null }
      : null,
    isSame: !stopped && status === before.status && text === before.text,
    recorded: { status: before.status, text: before.text },
    calls: done.map(({ callId, nodeId, ownNodeId: _own, seq, outcome, model: _, ...call }) => ({
      ...call,
      callId: callId ?? null,
      nodeId: nodeId ?? null,
      seq: seq ?? null,
      response: { ...outcome },
    })),
    events: told.map((event) => ({ ...event })),
    durationMs,
    priceMicro: price.micro,
    unpriced: price.unpriced,
  }
}
