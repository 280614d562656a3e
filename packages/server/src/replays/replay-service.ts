import { AppError, type ReplayRequest, type ReplayResult, type RunChanges, type RunPlan } from '@chatwright/contract'
import { outcomeOf, type Flow, type NodeContext, type RunEvent, type RunOutcome } from '@chatwright/core'
import { compile, runInto, type Catalogue } from '@chatwright/engine'
import type { FlowLibrary } from '../flows/flow-library.ts'
import { flowErrorAnswer } from '../runs/fault-answer.ts'
import { createEffects, type Platform } from '../runs/node-context.ts'
import { toRunRequest, type RunJob } from '../runs/run-job.ts'
import { guardEffects } from './guarded-effects.ts'
import { readOutcome } from '../recordings/read-call.ts'
import { callsIn, type TracedCall } from './recorded-calls.ts'
import type { RecordedRun } from './recorded-run.ts'
import { createReplay, type Replay, type ReplayedCall, type ReplayOptions, type Stop } from './replay-gate.ts'
import { foreseeCalls } from './foreseen-calls.ts'
import { nodeIn } from './node-set.ts'
import { createRunPrice, usageIn } from './run-price.ts'
import { wholeAnswer, type WholeAnswer } from './whole-answer.ts'
import type { PriceBook } from '../prices/price-book.ts'

export type ReplayService = ReturnType<typeof createReplayService>

export interface ReplayDependencies {
  library: Pick<FlowLibrary, 'head' | 'draw' | 'prepare'>
  prices: PriceBook
  catalogue: Catalogue
  platform: Platform
  flows: NodeContext['flows']
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

const TIMEOUT_MS = 120_000
/** So many at a time: whoever asks a flow comes first. */
const AT_ONCE = 2
const MOST_ASKS = 25

/** Runs what was recorded again: from the record alone, or asking what a change makes new. */
export function createReplayService({
  library,
  prices,
  catalogue,
  platform,
  flows,
  timeoutMs = TIMEOUT_MS,
}: ReplayDependencies) {
  let underWay = 0

  /** The flow that runs: as it was, as it is saved today, or as somebody has drawn it. */
  const flowOf = async ({ job, flow }: RecordedRun, { flowData, isMended }: RunChanges): Promise<Flow> => {
    if (flowData === undefined && !isMended) return flow
    const head = await library.head(job.flowId)
    return (await (flowData === undefined ? library.prepare(head) : library.draw(head, flowData))).flow
  }

  async function runChanged(
    recorded: RecordedRun,
    changes: RunChanges,
    how: Pick<ReplayOptions, 'asks' | 'allowed' | 'foreseen'> & { calls: TracedCall[] },
  ) {
    const { job, events, values } = recorded
    await prices.refresh()
    const plan = await compile(await flowOf(recorded, changes), catalogue, { want: 'chat' })
    const guarded = guardEffects(createEffects(platform, { flow: { id: job.flowId, name: job.flowName }, flows }))
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)])
    const replayed = createReplay({
      ...how,
      ...handsOf(changes),
      events,
      values,
      hide: platform.hideSecrets,
      labelOf: labelsOf(recorded),
      stop: () => ended.abort(),
      outside: guarded.outside,
    })
    const asked = { ...askedOf(job, changes), attachments: attachmentsOf(recorded, how.calls) }
    const nodes = new Map(Object.entries(job.overrides.nodes))
    for (const [id, inputs] of Object.entries(changes.inputs ?? {})) nodes.set(id, { ...nodes.get(id), ...inputs })
    const told: RunEvent[] = []
    const startedAt = performance.now()
    const began = events.find((event) => event.type === 'run-start')?.at ?? 0
    await runInto(
      plan,
      {
        ...toRunRequest(asked, { signal, now: () => began + performance.now() - startedAt, gate: replayed.gate }),
        overrides: { nodes, variables: job.overrides.variables },
        told: recorded.told,
        isReplayed: true,
      },
      { effects: guarded.effects, emit: (event) => told.push(event) },
    )
    return { told, replayed, durationMs: performance.now() - startedAt }
  }

  /** Few at a time, and without secrets. */
  const within = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (underWay >= AT_ONCE) throw new AppError('overloaded')
    underWay += 1
    try {
      return platform.hideSecrets(await work())
    } catch (error) {
      throw flowErrorAnswer(error, 'owner')
    } finally {
      underWay -= 1
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
      { asks, answers }: { asks: number; answers?: NonNullable<RunChanges['answers']> },
    ): Promise<Retold> =>
      within(async () => {
        const calls = callsIn(recorded.events)
        const how = { calls, asks, allowed: new Set<string>() }
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
        const foreseen = foreseeCalls(calls, { values: recorded.values, prices, labelOf: labelsOf(recorded) })
        const { replayed } = await runChanged(recorded, changes, { calls, asks: 0, allowed: new Set(), foreseen })
        return foreseen.plan(replayed.stopped !== undefined)
      }),
  }
}

/** What nodes are called; what was chosen inside of one is called by it. */
function labelsOf({ flow }: RecordedRun): ReplayOptions['labelOf'] {
  const labels = new Map(flow.nodes.map(({ id, data }) => [id, data.label]))
  return (nodeId) => labels.get(nodeIn(nodeId, labels) ?? '')
}

/** What somebody says in the place of calls, and which of them are made again. */
function handsOf({ answers = [], again, failedAgain = false, only }: RunChanges) {
  const named = (part: 'key' | 'nodeId') =>
    new Map(answers.flatMap((answer) => (answer[part] === undefined ? [] : [[answer[part], answer.result]])))
  return {
    answers: named('key'),
    pinned: named('nodeId'),
    again: new Set(again),
    failedAgain,
    only: only && new Set(only),
  }
}

/** The question stands after the text of the files that came along. */
function askedOf(job: RunJob, { question }: RunChanges): RunJob {
  if (question === undefined) return job
  const files = job.question.endsWith(job.message) ? job.question.slice(0, -job.message.length || undefined) : ''
  return { ...job, message: question, question: `${job.message === '' ? '' : files}${question}` }
}

/** Pictures and files of a question are kept with what was recorded. */
function attachmentsOf({ job, values }: RecordedRun, calls: readonly TracedCall[]) {
  const call = calls.find(({ event }) => event.kind === 'flow' && event.method === 'attachments')
  return call ? (readOutcome(call.event, values).result as typeof job.attachments) : job.attachments
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
  for (const { grade, model, outcome } of done) if (grade === 'recomputed') price.add(model, usageIn(outcome.said))
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
