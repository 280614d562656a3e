import type { NodeDescription } from '../../../node/definition.ts'
import type { CatalogueIndex } from '../../catalogue-index.ts'
import type { Flow, FlowNode } from '../../document.ts'
import { flowGraph } from '../../graph.ts'
import { mayAct } from '../../may-act.ts'
import { actingIn, deciderIn, guardedActing, isGuardedStep, isUnsaid, stepGuardOf } from '../../steps/drawn-deciders.ts'
import { isInputVisible } from '../../input-visibility.ts'
import type { Row } from '../../steps/read-rows.ts'
import { shownRows } from '../../steps/read-rows.ts'
import { parentOf } from '../../steps/step-edge.ts'
import { stepHandle } from '../../steps/step-outputs.ts'
import type { Problem } from '../problem.ts'

type Describe = Pick<CatalogueIndex, 'describe'>

interface KnownStep {
  node: FlowNode
  description: NodeDescription | undefined
}

/** Where the person who asks approves what changes other systems, and nobody has said that it should be so. */
export function checkDeciders(flow: Flow, steps: readonly KnownStep[], index: Describe): Problem[] {
  const known = new Map(steps.map((step) => [step.node.id, step]))
  const inside = new Map<string, string[]>()
  for (const node of flow.nodes) {
    const parent = parentOf(node)
    const known = parent === undefined ? undefined : inside.get(parent)
    if (known) known.push(node.id)
    else if (parent !== undefined) inside.set(parent, [node.id])
  }
  return steps.flatMap(({ node, description }) => {
    if (!description) return []
    const own = description.inputs.find(({ decides }) => decides && decides.over === undefined)
    if (!own || !isUnsaid(node.data.inputs[own.name]))
      return [...checkRows(node, description, index), ...checkGuard(node, description, index)]
    const after = stepsAfter(node.id, { flow, known, inside })
    const acting = after.find((step) => stepActs(step, index))
    return acting
      ? [unsaid(node, { id: 'deciderUnsaid', field: own.name, other: acting.node.data.label, option: own.label })]
      : []
  })
}

function checkRows(node: FlowNode, { inputs }: NodeDescription, catalogue: Describe): Problem[] {
  return inputs.flatMap((list) => {
    const decider = deciderIn(list)
    const rows = decider && shownRows(list, node.data.inputs[list.name])
    return (rows ?? []).flatMap((row, index): Problem[] => {
      const name = guardedActing({ list, rows: rows ?? [], index, inputs: node.data.inputs, catalogue })
      if (!decider || name === undefined || !isUnsaid(row[decider.name])) return []
      const other = catalogue.describe(name)?.label ?? name
      return [unsaid(node, { id: 'toolDeciderUnsaid', field: list.name, other, option: decider.label })]
    })
  })
}

/** A step that uses one node, which acts: without a guard, or with one that does not say who decides. */
function checkGuard(node: FlowNode, { inputs }: NodeDescription, catalogue: Describe): Problem[] {
  const step = stepGuardOf(inputs)
  const values = node.data.inputs
  const other = step && actingIn(step.over, values, catalogue)?.label
  if (!step || other === undefined) return []
  const { decider, guard } = step
  if (isInputVisible(decider, values)) {
    if (!isUnsaid(values[decider.name])) return []
    return [unsaid(node, { id: 'toolDeciderUnsaid', field: decider.name, other, option: decider.label })]
  }
  return guard && isUnsaid(values[guard.name])
    ? [unsaid(node, { id: 'toolUnguarded', field: guard.name, other, option: guard.label })]
    : []
}

interface Around {
  flow: Flow
  known: ReadonlyMap<string, KnownStep>
  inside: ReadonlyMap<string, readonly string[]>
}

/** What may run once somebody agreed, up to the next step that asks. */
function stepsAfter(id: string, { flow, known, inside }: Around): KnownStep[] {
  const { outgoing } = flowGraph(flow)
  const next = (from: string, isAllowed: (handle: string) => boolean) =>
    (outgoing.get(from) ?? []).flatMap((edge) => (isAllowed(edge.sourceHandle) ? edge.target : []))
  const refused = stepHandle(id, 1)
  const waiting = next(id, (handle) => handle !== refused)
  const found = new Map<string, KnownStep>()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const step = known.get(at)
    if (!step || found.has(at) || at === id || step.description?.traits?.step?.asks) continue
    found.set(at, step)
    for (const after of next(at, () => true)) waiting.push(after)
    for (const within of inside.get(at) ?? []) waiting.push(within)
  }
  return [...found.values()]
}

/** Whether a step changes other systems without asking anybody itself. */
function stepActs({ node, description }: KnownStep, catalogue: Describe): boolean {
  const { inputs } = node.data
  if (!description || isGuardedStep(description.inputs, inputs)) return false
  if (mayAct(description, inputs)) return true
  return description.inputs.some((input) => {
    if (input.component !== undefined) return actingIn(input, inputs, catalogue) !== undefined
    const rows = input.array && shownRows(input, inputs[input.name])
    return (rows ?? []).some(
      (row: Row, index) =>
        guardedActing({ list: input, rows: rows ?? [], index, inputs, catalogue }) === undefined &&
        (input.array ?? []).some((field) => field.component !== undefined && actingIn(field, row, catalogue)),
    )
  })
}

interface Unsaid {
  id: 'deciderUnsaid' | 'toolDeciderUnsaid' | 'toolUnguarded'
  field: string
  other: string
  option: string
}

function unsaid({ id: nodeId, data }: FlowNode, { id, field, other, option }: Unsaid): Problem {
  const { message, fix } = WORDS[id]({ label: data.label, other, option })
  return {
    code: 'decider-unsaid',
    severity: 'warning',
    nodeId,
    field,
    message,
    fix,
    phrase: { id, values: { node: data.label, other, input: option } },
    action: { type: 'edit-input', nodeId, field },
  }
}

const chooseReviewers = (option: string): string =>
  `Under "${option}", choose "Reviewers and the owner". To keep it as it is, choose "The person who asks".`

const WORDS: Record<
  Unsaid['id'],
  (of: { label: string; other: string; option: string }) => { message: string; fix: string }
> = {
  deciderUnsaid: ({ label, other, option }) => ({
    message: `The person who asks decides at ${label}, and ${other} then changes other systems.`,
    fix: chooseReviewers(option),
  }),
  toolDeciderUnsaid: ({ label, other, option }) => ({
    message: `The person who asks approves ${other} in ${label}, which changes other systems.`,
    fix: chooseReviewers(option),
  }),
  toolUnguarded: ({ label, other, option }) => ({
    message: `${label} uses ${other} without approval, and it changes other systems.`,
    fix: `Turn on "${option}". To run it without approval, turn it on and off again.`,
  }),
}
