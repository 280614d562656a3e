import type { RunChanges } from '@chatwright/contract'
import type { Flow, RunEvent } from '@chatwright/core'
import { runInto, type CallGate, type Plan } from '@chatwright/engine'
import { toRunRequest, type RunJob } from '../../runs/runs/run-job.ts'
import { readOutcome } from '../../runs/recordings/read-call.ts'
import type { Guarded } from './guarded-effects.ts'
import { nodeIn } from './node-set.ts'
import type { TracedCall } from './recorded-calls.ts'
import type { RecordedRun } from './recorded-run.ts'
import { createReplay, type Replay, type ReplayOptions } from './replay-gate.ts'

/** What of a recorded run is needed to run it again with a flow. */
export type ReplayableRun = Omit<RecordedRun, 'flow'>

export interface RunRecordedOptions extends Partial<Pick<ReplayOptions, 'asks' | 'allowed' | 'foreseen' | 'isAnew'>> {
  plan: Plan<'chat'>
  guarded: Guarded
  calls: TracedCall[]
  labelOf: ReplayOptions['labelOf']
  hide: ReplayOptions['hide']
  changes?: RunChanges
  /** How long it may take. */
  timeoutMs?: number | undefined
  /** Stops it before. */
  signal?: AbortSignal | undefined
  /** Stands before what is really asked. */
  limit?: ((gate: CallGate) => Promise<CallGate | undefined>) | undefined
}

const TIMEOUT_MS = 120_000

/** Runs what was recorded again with a plan, within the gate that answers from the record. */
export async function runRecorded(
  recorded: ReplayableRun,
  { plan, guarded, changes = {}, timeoutMs = TIMEOUT_MS, limit, signal: stopped, ...how }: RunRecordedOptions,
): Promise<{ told: RunEvent[]; replayed: Replay; durationMs: number }> {
  const { job, events, values } = recorded
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs), ...(stopped ? [stopped] : [])])
  const replayed = createReplay({
    asks: 0,
    allowed: new Set(),
    ...how,
    ...handsOf(changes),
    events,
    values,
    stop: () => ended.abort(),
    outside: guarded.outside,
  })
  const asked = { ...askedOf(job, changes), attachments: attachmentsOf(recorded, how.calls) }
  const nodes = new Map(Object.entries(job.overrides.nodes))
  for (const [id, inputs] of Object.entries(changes.inputs ?? {})) nodes.set(id, { ...nodes.get(id), ...inputs })
  const gate = limit ? await limit(replayed.gate) : replayed.gate
  const told: RunEvent[] = []
  const startedAt = performance.now()
  const began = events.find((event) => event.type === 'run-start')?.at ?? 0
  await runInto(
    plan,
    {
      ...toRunRequest(asked, { signal, now: () => began + performance.now() - startedAt, gate }),
      overrides: { nodes, variables: job.overrides.variables },
      told: recorded.told,
      isReplayed: true,
    },
    { effects: guarded.effects, emit: (event) => told.push(event) },
  )
  return { told, replayed, durationMs: performance.now() - startedAt }
}

/** What nodes are called; what was chosen inside of one is called by it. */
export function labelsOf({ nodes }: Pick<Flow, 'nodes'>): ReplayOptions['labelOf'] {
  const labels = new Map(nodes.map(({ id, data }) => [id, data.label]))
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
function attachmentsOf({ job, values }: ReplayableRun, calls: readonly TracedCall[]) {
  const call = calls.find(({ event }) => event.kind === 'flow' && event.method === 'attachments')
  return call ? (readOutcome(call.event, values).result as typeof job.attachments) : job.attachments
}
