import { setInput } from '../commands/set-input.ts'
import { setStepInputs } from '../commands/set-step-inputs.ts'
import type { FlowNode, InputDescription } from '../document.ts'
import { formParams } from '../node-inputs.ts'
import { isStepDescription } from '../steps/create-step.ts'
import { drawnDeciders, drawnGuard } from '../steps/drawn-deciders.ts'
import type { Apply } from './apply.ts'
import { missing, nodeOf } from './apply.ts'
import type { SetEdit } from './edit.ts'
import { readInputPath, withValueAt } from './input-path.ts'
import { refuse } from './refusal.ts'

export const applySet: Apply<SetEdit> = (flow, { id, path, value }, catalogue) => {
  const node = nodeOf(flow, id)
  if (!node) return missing(flow, id)
  const { label, inputs, inputAnchors } = node.data
  const place = readInputPath(path)
  if (!place) return refuse('path-invalid', { path, label })
  const [name, ...inside] = place
  if (inputAnchors.some((anchor) => anchor.name === name)) return refuse('input-connected', { input: name, label })
  if (!mayHold(node, name)) return refuse('input-unknown', { input: name, label, inputs: namesOf(node) })
  const changed = withValueAt(inputs[name], inside, value)
  if (!changed) return refuse('path-invalid', { path, label })

  const description = catalogue.describe(node.data.name)
  const isStep = description !== undefined && isStepDescription(description)
  const write = isStep
    ? setStepInputs({ nodeId: id, description, values: withDrawnDeciders(description.inputs, changed.value) })
    : setInput(id, name, changed.value)
  return { flow: write(flow) }

  function withDrawnDeciders(described: readonly InputDescription[], value: unknown): Record<string, unknown> {
    const input = described.find((each) => each.name === name)
    const drawn = input ? drawnDeciders(input, { before: inputs, value, catalogue }) : value
    const values = { [name]: drawn }
    return { ...values, ...drawnGuard(described, { before: inputs, values, catalogue }) }
  }
}

/** An input of the node's form, the settings of what is chosen in one, or whatever its file holds. */
function mayHold(node: FlowNode, name: string): boolean {
  const params = formParams(node).filter(({ type }) => type !== 'credential')
  const names = new Set(params.map((param) => param.name))
  return names.has(name) || Object.hasOwn(node.data.inputs, name) || names.has(name.replace(/Config$/, ''))
}

function namesOf(node: FlowNode): string {
  return formParams(node)
    .filter(({ type }) => type !== 'credential')
    .map((param) => param.name)
    .join(', ')
}
