import type { Flow, FlowNode, NodeData } from './document.ts'
import type { Describe } from './read/repair.ts'

/** Begins what stands in a flow for a secret that the server stores encrypted, apart from the flow. */
export const SEALED_PREFIX = 'sealed:'

/** Whether a value stands for a stored secret, and is none itself. */
export function isSealedValue(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(SEALED_PREFIX)
}

export interface SealedInput {
  name: string
  label: string
  value: string
}

/** The names of the inputs whose secrets the server stores encrypted. What the flow says of its inputs is not asked. */
export function sealedNames({ name }: Pick<NodeData, 'name'>, describe: Describe): ReadonlySet<string> {
  const declared = describe(name)?.inputs ?? []
  return new Set(declared.filter(({ isSealed }) => isSealed).map((input) => input.name))
}

/** What such inputs of a node hold: a typed secret, or what stands for a stored one. */
export function sealedInputs(data: NodeData, describe: Describe): SealedInput[] {
  const declared = describe(data.name)?.inputs ?? []
  return declared.flatMap(({ name, label, isSealed }): SealedInput[] => {
    const value = data.inputs[name]
    return isSealed && typeof value === 'string' && value !== '' ? [{ name, label, value }] : []
  })
}

/** A flow without the secrets that somebody typed and did not save: what is stored stays. */
export function forgetTypedSecrets(flow: Flow, describe: Describe): Flow {
  const nodes = flow.nodes.map((node) => {
    const typed = sealedInputs(node.data, describe).filter(({ value }) => !isSealedValue(value))
    return typed.length === 0 ? node : withInputs(node, Object.fromEntries(typed.map(({ name }) => [name, ''])))
  })
  return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }
}

/** The node with other values of some inputs. */
export function withInputs(node: FlowNode, inputs: Readonly<Record<string, unknown>>): FlowNode {
  return { ...node, data: { ...node.data, inputs: { ...node.data.inputs, ...inputs } } }
}
