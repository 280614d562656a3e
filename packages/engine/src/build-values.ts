import {
  isNodeValue,
  aKind,
  nounOfKind,
  type NodeValue,
  type Run,
  type RunEvent,
  type TokenUsage,
  type ValueKind,
  type ValueOfKind,
} from '@chatwright/core'
import { adaptValue } from './adapt-value.ts'
import { createBuilder } from './build.ts'
import { blame } from './fault.ts'
import { FlowError } from './flow-error.ts'
import { meterOf } from './meter.ts'
import type { ValuePlan, Step } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { startRun } from './start-run.ts'

export interface Outside {
  effects: Effects
  emit?: (event: RunEvent) => void
}

/** Values outside a conversation, and the run that every call of theirs is handed. */
export interface Built<Value> {
  readonly values: readonly Value[]
  readonly run: Run
  /** What the calls of this run have used so far. */
  usage(): TokenUsage | undefined
}

/** Builds what a plan was compiled for, to be used beside an answer: a model to ask, a store to load, memories to clear. */
export async function buildValues<Kind extends ValueKind>(
  plan: ValuePlan<Kind>,
  request: RunRequest,
  { effects, emit = () => {} }: Outside,
): Promise<Built<ValueOfKind<Kind>>> {
  const run = startRun(request, effects, emit)
  request.signal.throwIfAborted()
  const values = await wantedValues(plan, request, { run, effects })
  return { values, run, usage: () => meterOf(run)?.usage }
}

/** The same for a plan that has one value. */
export async function buildValue<Kind extends ValueKind>(plan: ValuePlan<Kind>, request: RunRequest, outside: Outside) {
  const { values, run, usage } = await buildValues(plan, request, outside)
  const [value] = values
  if (!value) throw new Error(`A plan for ${aKind(plan.want)} has a target`)
  return { value, run, usage }
}

interface Building<Kind extends ValueKind> {
  run: Run
  effects: Effects
  /** All that is as good as what the plan wants. */
  kinds?: readonly Kind[]
}

/** The values of a plan's live targets: of what can answer the best, of anything else all. */
export async function wantedValues<Kind extends ValueKind>(
  plan: ValuePlan<Kind>,
  request: RunRequest,
  { run, effects, kinds = [plan.want] }: Building<Kind>,
): Promise<ValueOfKind<Kind>[]> {
  const builder = await createBuilder(plan, request, { run, effects })
  const dead: ReadonlySet<number> = plan.forks.length === 0 ? new Set() : await builder.decideBranches()
  const live = plan.targets.filter((index) => !dead.has(index))
  if (live.length === 0 && plan.targets.length > 0) throw allBranchesDead(plan)
  const values: ValueOfKind<Kind>[] = []
  for (const index of plan.want === 'chat' ? live.slice(0, 1) : live) {
    const step = plan.steps[index]
    if (step) values.push(asKind(await builder.build(index), { want: plan.want, kinds, step }))
  }
  return values
}

function asKind<Kind extends ValueKind>(
  built: unknown,
  { want, kinds, step }: { want: Kind; kinds: readonly Kind[]; step: Step },
): ValueOfKind<Kind> {
  const value = adaptValue(built, kinds)
  if (isNodeValue(value) && isOfKind(value, kinds)) return value
  throw blame(
    new Error(`"${step.tag.label}" doesn't return ${aKind(want)}. Connect another node in its place.`),
    step.tag,
  )
}

function isOfKind<Kind extends ValueKind>(value: NodeValue, kinds: readonly Kind[]): value is ValueOfKind<Kind> {
  return kinds.some((kind) => kind === value.kind)
}

function allBranchesDead({ steps, forks, want }: ValuePlan): FlowError {
  const fork = steps[forks[0] ?? -1]
  return want === 'chat'
    ? new FlowError('all-branches-dead', "The chosen branch doesn't lead to a node that can answer.", {
        hint: 'Connect a chain or an agent to each output of the branching node.',
        ...(fork && { nodeId: fork.tag.id, nodeLabel: fork.tag.label }),
      })
    : new FlowError('all-branches-dead', `The chosen branch doesn't lead to ${aKind(want)}.`, {
        hint: `Connect the ${nounOfKind(want)} without a branching node before it.`,
        ...(fork && { nodeId: fork.tag.id, nodeLabel: fork.tag.label }),
      })
}
