import type { ExecutionStep } from '@chatwright/contract'

import type { NodeRun, NodeRuns } from '../../lib/node-run.ts'

/** A step with what stands inside it. */
export interface StepBranch {
  step: ExecutionStep
  /** Calls that it made: a tool stands below the agent that called it. */
  calls: StepBranch[]
  /** Of a container: the steps of each item that was worked on, in order. */
  items: { index: number; steps: StepBranch[] }[]
}

/** The steps of an execution, those inside a container below it. */
export function stepTree(steps: readonly ExecutionStep[]): StepBranch[] {
  const branches = new Map<string, StepBranch>()
  const top: StepBranch[] = []
  for (const step of steps) {
    const parent = step.parent === undefined ? undefined : branches.get(step.parent)
    const branch: StepBranch = { step, calls: [], items: [] }
    branches.set(step.path, branch)
    if (step.isCall) (parent?.calls ?? top).push(branch)
    else if (parent) itemOf(parent, indexOf(step)).steps.push(branch)
    else top.push(branch)
  }
  for (const { items } of branches.values()) items.sort((one, other) => one.index - other.index)
  return top
}

function itemOf(branch: StepBranch, index: number): StepBranch['items'][number] {
  const known = branch.items.find((item) => item.index === index)
  if (known) return known
  const item = { index, steps: [] }
  branch.items.push(item)
  return item
}

/** A step that was skipped says its item in its path only: `each@0/2/say`. */
function indexOf({ index, path, parent = '' }: ExecutionStep): number {
  return index ?? Number(path.slice(parent.length + 1).split('/')[0])
}

/** How often a step had begun before: its pass of a loop, from 0. */
export function passOf({ path }: Pick<ExecutionStep, 'path'>): number {
  const pass = Number(path.slice(path.lastIndexOf('@') + 1))
  return Number.isInteger(pass) ? pass : 0
}

/** The paths of what a step stands below, outermost first. */
export function ownersOf(path: string, steps: readonly ExecutionStep[]): string[] {
  const parents = new Map(steps.map((step) => [step.path, step.parent]))
  const owners: string[] = []
  for (let owner = parents.get(path); owner !== undefined && !owners.includes(owner); owner = parents.get(owner)) {
    owners.unshift(owner)
  }
  return owners
}

/** The paths of the containers that a step stands in, and which item of each. */
export function placesOf(path: string): { container: string; index: number }[] {
  const parts = path.split('/')
  return parts.flatMap((part, at) => {
    const index = Number(part)
    return at > 0 && part !== '' && Number.isInteger(index) ? [{ container: parts.slice(0, at).join('/'), index }] : []
  })
}

/** How each node of the drawing fared: by what happened to it last, and with the time of all its executions. */
export function nodeRunsOf(steps: readonly ExecutionStep[], reasonOf: (step: ExecutionStep) => string): NodeRuns {
  const runs: Record<string, NodeRun> = {}
  const spent: Record<string, number> = {}
  const stepNodes = new Set(steps.filter(({ isCall }) => !isCall).map(({ nodeId }) => nodeId))
  for (const step of steps) {
    // Of an agent flow only steps are drawn; what they call stands inside of them.
    if (step.isCall && stepNodes.has(step.nodeId)) continue
    const durationMs = (spent[step.nodeId] ?? 0) + (step.durationMs ?? 0)
    spent[step.nodeId] = durationMs
    const run = runOf(step, { durationMs, reason: reasonOf(step) })
    // A step that ran once did not get skipped, whatever a later pass went past.
    if (run && !(run.status === 'skipped' && runs[step.nodeId])) runs[step.nodeId] = run
  }
  return runs
}

function runOf(
  { status, fault }: ExecutionStep,
  { durationMs, reason }: { durationMs: number; reason: string },
): NodeRun | undefined {
  switch (status) {
    case 'running':
      return { status, openCalls: 1, spentMs: durationMs }
    case 'done':
      return { status, durationMs }
    case 'failed':
      return { status, durationMs, message: fault?.message ?? '' }
    case 'waiting':
      return { status }
    case 'skipped':
      return { status, reason }
    default:
      return undefined
  }
}
