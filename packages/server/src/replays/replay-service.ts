import { AppError, type ReplayRequest, type ReplayResult } from '@chatwright/contract'
import { outcomeOf, type Flow, type NodeContext, type RunEvent } from '@chatwright/core'
import { compile, runInto, type Catalogue } from '@chatwright/engine'
import type { FlowLibrary } from '../flows/flow-library.ts'
import { flowErrorAnswer } from '../runs/fault-answer.ts'
import { createEffects, type Platform } from '../runs/node-context.ts'
import { toRunRequest } from '../runs/run-job.ts'
import { guardEffects } from './guarded-effects.ts'
import { readOutcome } from '../recordings/read-call.ts'
import { callsIn, type TracedCall } from './recorded-calls.ts'
import type { RecordedRun } from './recorded-run.ts'
import { createReplay, type Replay } from './replay-gate.ts'

export type ReplayService = ReturnType<typeof createReplayService>

export interface ReplayDependencies {
  library: Pick<FlowLibrary, 'head' | 'draw'>
  catalogue: Catalogue
  platform: Platform
  flows: NodeContext['flows']
  /** How long one may take. */
  timeoutMs?: number
}

const TIMEOUT_MS = 120_000
/** So many at a time: whoever asks a flow comes first. */
const AT_ONCE = 2
const MOST_ASKS = 25

/** Runs what was recorded again: from the record alone, or asking what a change makes new. */
export function createReplayService({
  library,
  catalogue,
  platform,
  flows,
  timeoutMs = TIMEOUT_MS,
}: ReplayDependencies) {
  let underWay = 0

  const drawn = async ({ job }: RecordedRun, flowData: string): Promise<Flow> => {
    const { flow } = await library.draw(await library.head(job.flowId), flowData)
    return flow
  }

  async function replay(recorded: RecordedRun, request: ReplayRequest): Promise<ReplayResult> {
    const { job, events, values } = recorded
    const flow = request.flowData === undefined ? recorded.flow : await drawn(recorded, request.flowData)
    const plan = await compile(flow, catalogue, { want: 'chat' })
    const guarded = guardEffects(createEffects(platform, { flow: { id: job.flowId, name: job.flowName }, flows }))
    const ended = new AbortController()
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)])
    const calls = callsIn(events)
    const replayed = createReplay({
      events,
      calls,
      values,
      asks: request.mode === 'what-if' ? (request.asks ?? MOST_ASKS) : 0,
      answers: new Map((request.answers ?? []).map(({ key, result }) => [key, result])),
      allowed: new Set(request.mode === 'what-if' ? request.allow : []),
      hide: platform.hideSecrets,
      stop: () => ended.abort(),
      outside: guarded.outside,
    })
    const asked = { ...job, attachments: attachmentsOf(recorded, calls) }
    const nodes = new Map(Object.entries(job.overrides.nodes))
    for (const [id, inputs] of Object.entries(request.inputs ?? {})) nodes.set(id, { ...nodes.get(id), ...inputs })
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
    return resultOf(recorded, { told, replayed, durationMs: performance.now() - startedAt })
  }

  return {
    async run(recorded: RecordedRun, request: ReplayRequest): Promise<ReplayResult> {
      if (underWay >= AT_ONCE) throw new AppError('overloaded')
      underWay += 1
      try {
        return platform.hideSecrets(await replay(recorded, request))
      } catch (error) {
        throw flowErrorAnswer(error, 'owner')
      } finally {
        underWay -= 1
      }
    },
  }
}

/** Pictures and files of a question are kept with what was recorded. */
function attachmentsOf({ job, values }: RecordedRun, calls: readonly TracedCall[]) {
  const call = calls.find(({ event }) => event.kind === 'flow' && event.method === 'attachments')
  return call ? (readOutcome(call.event, values).result as typeof job.attachments) : job.attachments
}

function resultOf(
  { events }: RecordedRun,
  { told, replayed, durationMs }: { told: readonly RunEvent[]; replayed: Replay; durationMs: number },
): ReplayResult {
  const { done, stopped } = replayed
  const { status, text, fault } = outcomeOf(told)
  const before = outcomeOf(events)
  return {
    status: stopped ? 'stopped' : status,
    text,
    fault: stopped || !fault ? null : { ...fault },
    stopped: stopped
      ? { ...stopped, nodeId: stopped.nodeId ?? null, label: stopped.label ?? null, request: stopped.request ?? null }
      : null,
    isSame: !stopped && status === before.status && text === before.text,
    recorded: { status: before.status, text: before.text },
    calls: done.map(({ callId, nodeId, seq, outcome, ...call }) => ({
      ...call,
      callId: callId ?? null,
      nodeId: nodeId ?? null,
      seq: seq ?? null,
      response: { ...outcome },
    })),
    events: told.map((event) => ({ ...event })),
    durationMs,
  }
}
