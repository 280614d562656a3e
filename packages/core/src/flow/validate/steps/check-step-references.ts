import type { NodeDescription } from '../../../node/definition.ts'
import type { CatalogueIndex } from '../../catalogue-index.ts'
import type { Flow, FlowNode } from '../../document.ts'
import { flowGraph } from '../../graph.ts'
import { holesIn } from '../../holes.ts'
import { stepsEverBefore } from '../../steps/before-step.ts'
import { givenBy } from '../../steps/offer-references.ts'
import { parentOf } from '../../steps/step-edge.ts'
import type { Problem } from '../problem.ts'
import { shownInputs } from '../../steps/input-forms.ts'

interface Around {
  description: NodeDescription
  index: Pick<CatalogueIndex, 'describe'>
  /** Of the flow's state. */
  keys: ReadonlySet<string>
}

/** What the texts of a step speak of and cannot be known when it runs. */
export function checkStepReferences(flow: Flow, node: FlowNode, { description, index, keys }: Around): Problem[] {
  const stateRows = description.traits?.step?.updatesState
  const problems: Problem[] = []
  let known: Set<string> | undefined
  // Found once for all the texts of a step, and only where one speaks of another step.
  const isBefore = (id: string) => (known ??= stepsEverBefore(flow, node.id)).has(id)
  for (const input of shownInputs(description.inputs, node.data.inputs)) {
    if (input.type === 'code') continue
    for (const name of new Set(namesIn(node.data.inputs[input.name]))) {
      const fault = faultOf(name, { flow, node, index, keys, isBefore, isState: input.name === stateRows })
      if (!fault) continue
      problems.push({
        code: 'loose-reference',
        severity: fault.id === 'stepReferenceGone' ? 'error' : 'warning',
        nodeId: node.id,
        field: input.name,
        message: fault.message(`"${input.label}" of ${node.data.label}`),
        fix: fault.fix,
        phrase: {
          id: fault.id,
          values: { input: input.label, node: node.data.label, mention: `{{${name}}}`, other: fault.other },
        },
        action: { type: 'edit-input', nodeId: node.id, field: input.name },
      })
    }
  }
  return problems
}

interface Fault {
  id:
    | 'stepReferenceGone'
    | 'stepReferenceLater'
    | 'stateKeyUnknown'
    | 'formFieldUnknown'
    | 'iterationOutside'
    | 'webhookPartUnsigned'
    | 'outputElsewhere'
  other: string
  message: (place: string) => string
  fix: string
}

interface Mention {
  flow: Flow
  node: FlowNode
  index: Pick<CatalogueIndex, 'describe'>
  keys: ReadonlySet<string>
  isBefore: (id: string) => boolean
  isState: boolean
}

function faultOf(name: string, mentioned: Mention): Fault | undefined {
  const { node, keys, isState } = mentioned
  const [first = '', ...rest] = name.split(/[.[\]]/).filter((part) => part !== '')
  const mention = `{{${name}}}`
  if (first === '$flow' && rest[0] === 'state' && rest[1] !== undefined) {
    if (keys.has(rest[1])) return undefined
    return {
      id: 'stateKeyUnknown',
      other: rest[1],
      message: (place) => `${place} uses ${mention}, but the flow state has no key "${rest[1]}".`,
      fix: `Add "${rest[1]}" to the state in the Start step, or choose another key.`,
    }
  }
  if (first === '$form' && rest[0] !== undefined) {
    const { flow, index } = mentioned
    const start = flow.nodes.find(({ data }) => index.describe(data.name)?.traits?.step?.starts)
    const known = start ? givenBy(start).map((given) => given.name) : []
    if (known.includes(`$form.${rest[0]}`)) return undefined
    return {
      id: 'formFieldUnknown',
      other: rest[0],
      message: (place) => `${place} uses ${mention}, but the Start form has no field "${rest[0]}".`,
      fix: `Add the field "${rest[0]}" to the form in the Start step, or choose another.`,
    }
  }
  if (first === '$webhook' && rest[0] !== undefined) {
    const { flow, index } = mentioned
    const start = flow.nodes.find(({ data }) => index.describe(data.name)?.traits?.step?.starts)
    if (!start || !isUnsigned(rest, start)) return undefined
    return {
      id: 'webhookPartUnsigned',
      other: rest[0],
      message: (place) => `${place} uses ${mention}, but the webhook's signature doesn't cover the ${rest[0]}.`,
      fix: 'Send it in the body. Or set the signature type to "Everything (v2)" in the Start step and send it in the query.',
    }
  }
  if (first === '$iteration' && parentOf(node) === undefined) {
    return {
      id: 'iterationOutside',
      other: '',
      message: (place) => `${place} uses ${mention}, but ${node.data.label} isn't inside an Iteration.`,
      fix: 'Drag the step into an Iteration, or remove the reference.',
    }
  }
  if (first === 'output' && !isState) {
    return {
      id: 'outputElsewhere',
      other: '',
      message: (place) => `${place} uses ${mention}, which is only available in "Update Flow State".`,
      fix: 'Use the output of a step by its name.',
    }
  }
  return stepFault(first, mentioned, mention)
}

/** Whether deliveries hold it without a signature over it, so that the flow isn't given it. */
function isUnsigned([part = '', name]: readonly string[], { data: { inputs } }: FlowNode): boolean {
  const isOn = (input: string) => inputs[input] === true || inputs[input] === 'true'
  if (inputs['startInputType'] !== 'webhookTrigger' || !isOn('webhookEnableAuth')) return false
  const type = inputs['webhookSignatureType']
  if (type === 'plain-token') return false
  if (part === 'headers') return !(name === 'x-webhook-timestamp' && (type === 'v2' || isOn('webhookSignedTime')))
  return part === 'query' && type !== 'v2' && inputs['webhookMethod'] !== 'GET'
}

function stepFault(id: string, { flow, node, index, isBefore }: Mention, mention: string): Fault | undefined {
  const other = flowGraph(flow).nodes.get(id)
  if (!other) {
    const named = /^(.+)_\d+$/.exec(id)?.[1]
    if (named === undefined || !index.describe(named)?.traits?.step) return undefined
    return {
      id: 'stepReferenceGone',
      other: id,
      message: (place) => `${place} uses ${mention}, a step that isn't in this flow.`,
      fix: `Remove ${mention}, or choose a step of this flow.`,
    }
  }
  if (other.id !== node.id && isBefore(other.id)) return undefined
  return {
    id: 'stepReferenceLater',
    other: other.data.label,
    message: (place) => `${place} uses ${other.data.label}, which hasn't run at that point.`,
    fix: `Connect ${other.data.label} so that it runs first, or remove ${mention}.`,
  }
}

/** The names between braces in a value, through its rows and settings. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return value.includes('{{') ? holesIn(value).map(({ name }) => name.replaceAll('\\', '')) : []
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : []
}
