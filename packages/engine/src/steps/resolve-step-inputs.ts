import {
  kindsOfClass,
  NodeError,
  givesKind,
  aKind,
  parseInput,
  type InputDescription,
  type InputSpecs,
  type InputValues,
  type NodeDescription,
  type Run,
  type ValueKind,
} from '@chatwright/core'
import { wantedValues } from '../build-values.ts'
import { compileComponent } from '../component.ts'
import type { NodeTag } from '../fault.ts'
import type { ValuePlan } from '../plan.ts'
import type { Effects, RunRequest } from '../request.ts'
import { checkPlace } from './fixed-place.ts'
import type { Chosen, NodeInput, StepFlow, StepNode } from './step-flow.ts'
import { fillStepTree, type StepScope } from './step-scope.ts'

interface Resolving {
  flow: StepFlow
  request: RunRequest
  effects: Effects
  scope: StepScope
  run: Run
}

/** The typed inputs of one execution; nodes chosen inside the step are built. Throws a NodeError that names the input. */
export async function resolveStepInputs(node: StepNode, resolving: Resolving): Promise<InputValues<InputSpecs>> {
  const overrides = resolving.request.overrides?.nodes.get(node.tag.id)
  const inputs: Record<string, unknown> = {}
  for (const input of node.inputs) {
    const { name } = input.description
    inputs[name] =
      overrides && Object.hasOwn(overrides, name)
        ? parseInput(input.description, overrides[name])
        : await resolve(input, node, resolving)
  }
  return inputs
}

async function resolve(input: NodeInput, node: StepNode, resolving: Resolving): Promise<unknown> {
  const { description } = input
  const value = await valueOf(input, node, resolving)
  if (value === undefined && !description.optional) throw missing(node.tag, description)
  return value
}

async function valueOf(input: NodeInput, node: StepNode, resolving: Resolving): Promise<unknown> {
  const { tag } = node
  if (input.type === 'value') return filledValue(input, node, resolving)
  if (input.type === 'component') return input.chosen && build(input.chosen, input.description, { tag, ...resolving })
  const rows: Record<string, unknown>[] = []
  for (const fields of input.rows) {
    const row: Record<string, unknown> = {}
    for (const field of fields) row[field.description.name] = await resolve(field, node, resolving)
    rows.push(row)
  }
  return rows.length > 0 ? rows : undefined
}

function filledValue(
  { description, tree }: Extract<NodeInput, { type: 'value' }>,
  { tag, credential }: StepNode,
  { scope }: Resolving,
): unknown {
  if (!description.destination) return parseInput(description, fillStepTree(tree, scope))
  // Where a secret goes is the builder's word: a variable of the request does not move it.
  const own = { ...scope, variables: scope.ownVariables }
  const filled = fillStepTree(tree, own)
  if (credential?.id !== undefined && tree.type === 'text') {
    checkPlace(tree.template, { filled, scope: own, tag, description })
  }
  return parseInput(description, filled)
}

async function build(
  chosen: Chosen,
  input: InputDescription,
  { flow, request, effects, scope, run, tag }: Resolving & { tag: NodeTag },
): Promise<unknown> {
  const plan = await planOf(chosen, input, { flow, tag })
  const nodes = new Map<string, Record<string, unknown>>()
  for (const { id, name, tree } of chosen.filled) {
    nodes.set(id, { ...nodes.get(id), [name]: fillStepTree(tree, scope) })
  }
  const variables = request.overrides?.variables
  const [value] = await wantedValues(
    plan,
    { ...request, overrides: { nodes, ...(variables && { variables }) } },
    // A node that brings several tools is as good as one that is a tool.
    { run, effects, kinds: wantedKinds(input) },
  )
  return value
}

/** Made when it is first needed, and kept for as long as its flow. */
const plans = new WeakMap<Chosen, Promise<ValuePlan>>()

function planOf(chosen: Chosen, input: InputDescription, where: { flow: StepFlow; tag: NodeTag }): Promise<ValuePlan> {
  const known = plans.get(chosen)
  if (known) return known
  const plan = compileChosen(chosen, input, where)
  plans.set(chosen, plan)
  // One that failed is tried anew.
  plan.catch(() => plans.delete(chosen))
  return plan
}

function compileChosen(
  { component }: Chosen,
  input: InputDescription,
  { flow: { catalogue }, tag }: { flow: StepFlow; tag: NodeTag },
): Promise<ValuePlan> {
  const kinds = wantedKinds(input)
  const description = catalogue.describe(component.name)
  const given = description && whatItGives(description, kinds)
  const [first] = kinds
  if (description && !given) {
    return Promise.reject(
      new NodeError(`"${description.label}" in "${tag.label}" isn't ${aKind(first)}.`, {
        code: 'bad-input',
        field: input.name,
        hint: `Open "${tag.label}" and choose another for "${input.label}".`,
      }),
    )
  }
  return compileComponent({ label: description?.label ?? component.name, ...component, ...given?.chosen }, catalogue, {
    want: given?.want ?? first,
  })
}

/** The first of these kinds that a node gives: by itself, or by one of its outputs, which is chosen then. */
function whatItGives(description: NodeDescription, kinds: readonly ValueKind[]) {
  for (const want of kinds) {
    if (givesKind(description, want)) return { want, chosen: {} }
    const output = description.outputs?.find(({ name }) => givesKind(description, want, name))
    if (output) return { want, chosen: { output: output.name } }
  }
  return undefined
}

/** The kinds of value that an input chooses among; the first is what people call them all. */
function wantedKinds({ name, component = '' }: InputDescription): readonly [ValueKind, ...ValueKind[]] {
  const [first, ...others] = kindsOfClass(component)
  if (!first) throw new Error(`The input "${name}" chooses a node of no known class: "${component}"`)
  return [first, ...others]
}

function missing(tag: NodeTag, { name, label }: InputDescription): NodeError {
  return new NodeError(`"${label}" of "${tag.label}" is empty.`, {
    code: 'missing-input',
    field: name,
    hint: `Open "${tag.label}" and fill in "${label}".`,
  })
}
