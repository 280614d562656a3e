import { isNodeValue, NodeError, type Branch, type NodeDefinition, type Run } from '@chatwright/core'
import { deadSteps, isLinkDead } from './branches.ts'
import { startCall } from './call.ts'
import { clipValue } from './clip.ts'
import { closure } from './closure.ts'
import { delegate } from './delegate.ts'
import { blame } from './fault.ts'
import { makeIdentity, remember } from './identity.ts'
import { instrument } from './instrument.ts'
import type { ValuePlan, Step } from './plan.ts'
import type { Effects, RunRequest } from './request.ts'
import { resolveInputs } from './resolve-inputs.ts'
import { requestScope, type Scope } from './scope.ts'
import type { AnotherModel } from './trace-stream.ts'

/** The nodes of one run, built when they are needed. */
export interface Builder {
  /** The value of a step with everything it needs. */
  build(target: number): Promise<unknown>
  /** Takes every branch decision, then names the steps that are not to run. */
  decideBranches(): Promise<ReadonlySet<number>>
}

export async function createBuilder(
  plan: ValuePlan,
  request: RunRequest,
  { run, effects }: { run: Run; effects: Effects },
): Promise<Builder> {
  const fresh = freshSteps(plan, request)
  const building = new Map<number, Promise<unknown>>()
  const values = new Map<number, unknown>()
  const decisions = new Map<number, string>()
  let dead: ReadonlySet<number> = new Set()
  const asked = await requestScope(plan, request, { run, effects })

  const isReachable = (step: Step, source: number): boolean => {
    if (plan.forks.length === 0) return true
    return step.links.some((link) => link.source === source && !isLinkDead(link, { plan, decisions, dead }))
  }
  const valueFor = (step: Step, source: number): unknown => (isReachable(step, source) ? values.get(source) : undefined)

  const buildStep = (step: Step): Promise<unknown> => {
    if (fresh.has(step.index)) return buildFresh(step)
    return buildShared(plan, step, () => construct(step, undefined))
  }

  const buildFresh = async (step: Step): Promise<unknown> => {
    if (!step.worksWhileBuilding) return construct(step, run)
    const call = startCall(step.tag, run, undefined)
    try {
      const value = await construct(step, run)
      call.end(describeBuilt(value))
      return value
    } catch (error) {
      throw call.fail(error)
    }
  }

  const construct = async (step: Step, requestRun: Run | undefined): Promise<unknown> => {
    const scope: Scope = {
      nodeValue: (id) => {
        const source = plan.indexOf.get(id)
        return source === undefined ? 'missing' : { value: valueFor(step, source) }
      },
      ...asked,
    }
    const inputs = resolveInputs(step, {
      scope,
      anchorValues: (sources) =>
        sources.filter((source) => isReachable(step, source)).map((source) => values.get(source)),
      overrides: requestRun && request.overrides?.nodes.get(step.tag.id),
    })
    const make = async (given: typeof inputs): Promise<unknown> =>
      step.definition.build({
        inputs: given,
        output: step.output,
        credential: await readCredential(step, effects),
        node: step.tag,
        request: requestRun && step.worksWhileBuilding ? { question: request.question, run: requestRun } : undefined,
        context: effects.context,
      })
    const built = await make(inputs)
    const { definition, output, credential, tag } = step
    const identity = makeIdentity(
      { name: definition.name, version: definition.version, output, inputs },
      { credential, descriptions: step.inputs.map(({ description }) => description) },
    )
    const watch = (value: unknown): unknown => {
      const another = anotherModel(definition, inputs, make)
      const traced = instrument(
        heldBack(value, effects),
        { ...tag, identity },
        { hideSecrets: effects.hideSecrets, another },
      )
      return remember(traced, identity)
    }
    return isBranch(built) ? { ...built, value: watch(built.value) } : watch(built)
  }

  const settle = async (step: Step): Promise<void> => {
    for (const source of step.dependencies) await building.get(source)
    try {
      const value = await buildStep(step)
      if (isBranch(value)) decisions.set(step.index, value.output)
      values.set(step.index, isBranch(value) ? value.value : value)
    } catch (error) {
      // A build that does the work itself has told its failure already.
      throw step.worksWhileBuilding ? blame(error, step.tag) : startCall(step.tag, run, undefined).fail(error)
    }
  }

  const build = async (target: number): Promise<unknown> => {
    for (const index of plan.needs.get(target) ?? closure(plan.steps, target)) {
      const step = plan.steps[index]
      if (!step || dead.has(index) || building.has(index)) continue
      const known = plan.shared[index]?.current
      if (known?.state === 'built' && !fresh.has(index)) {
        values.set(index, known.value)
        continue
      }
      const promise = settle(step)
      building.set(index, promise)
      // A failure is reported by whoever awaits the target; the others must not count as unhandled.
      promise.catch(() => {})
    }
    await building.get(target)
    return values.get(target)
  }

  return {
    build,
    async decideBranches() {
      for (const fork of plan.forks) {
        if (dead.has(fork)) continue
        await build(fork)
        dead = deadSteps(plan, decisions)
      }
      return dead
    },
  }
}

/** A request that overrides a node gets its own copy of that node and of everything built on it. */
function freshSteps(plan: ValuePlan, { overrides }: RunRequest): ReadonlySet<number> {
  if (!overrides?.nodes.size) return plan.fresh
  const fresh = new Set(plan.fresh)
  for (const step of plan.steps) {
    const isOverridden = overrides.nodes.has(step.tag.id)
    if (isOverridden || step.dependencies.some((source) => fresh.has(source))) fresh.add(step.index)
  }
  return fresh
}

/** One build at a time per shared step, however many requests wait for it; a failed build is tried anew. */
function buildShared({ shared }: ValuePlan, { index }: Step, construct: () => Promise<unknown>): Promise<unknown> {
  const cell = shared[index]
  if (!cell) throw new Error(`The plan has no cell for step ${index}`)
  const { current } = cell
  if (current.state === 'built') return Promise.resolve(current.value)
  if (current.state === 'building') return current.promise
  const promise = construct().then(
    (value) => {
      cell.current = { state: 'built', value }
      return value
    },
    (error: unknown) => {
      cell.current = { state: 'absent' }
      throw error
    },
  )
  cell.current = { state: 'building', promise }
  return promise
}

export async function readCredential({ credential, tag }: Pick<Step, 'credential' | 'tag'>, effects: Effects) {
  if (!credential) return {}
  if (credential.id !== undefined) return effects.credential(credential.id, credential.names)
  if (credential.isOptional) return {}
  throw new NodeError(`"${tag.label}" has no credential.`, {
    code: 'missing-credential',
    field: 'credential',
    hint: 'Open the node and choose a credential, or create one there.',
  })
}

/** How to build a node with another model, where its declaration says which input names it. */
function anotherModel<Inputs extends Readonly<Record<string, unknown>>>(
  { traits }: Pick<NodeDefinition, 'traits'>,
  inputs: Inputs,
  make: (inputs: Inputs) => Promise<unknown>,
): AnotherModel | undefined {
  const { modelInput } = traits ?? {}
  if (modelInput === undefined) return undefined
  return async (name) => {
    const made = await make({ ...inputs, [modelInput]: name })
    if (isNodeValue(made) && made.kind === 'chat-model') return made
    throw new Error('A model that was built under another name is no model')
  }
}

/** What is only computed for somebody to look at goes into no cache. */
function heldBack(value: unknown, { context }: Effects): unknown {
  return context.keepsNothing && isNodeValue(value) && value.kind === 'cache'
    ? delegate(value, { set: async () => {} })
    : value
}

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'branch' && 'output' in value
}

function describeBuilt(value: unknown): string {
  return isBranch(value) ? `${value.output}: ${clipValue(value.value)}` : clipValue(value)
}
