import { unkeptInputs } from '@chatwright/core'
import type { Flow, FlowNode } from '@chatwright/core'

/**
 * The flow without the values that were just saved and yet not kept: shown on, they would look stored and be gone after
 * a reload. What was typed since stays.
 */
export function forgetUnkept(flow: Flow, sent: Flow): Flow {
  const before = new Map(sent.nodes.map((node) => [node.id, node]))
  const nodes = flow.nodes.map((node) => forgetInputs(node, before.get(node.id)))
  return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }
}

function forgetInputs(node: FlowNode, sent: FlowNode | undefined): FlowNode {
  const gone = unkeptInputs(node.data)
    .map(({ name }) => name)
    .filter((name) => node.data.inputs[name] === sent?.data.inputs[name])
  if (gone.length === 0) return node
  const inputs = Object.fromEntries(Object.entries(node.data.inputs).filter(([name]) => !gone.includes(name)))
  return { ...node, data: { ...node.data, inputs } }
}

/** What saving a flow does not keep, as people know it: "Password of Redis". */
export function unkeptFields(flow: Flow): { field: string; node: string }[] {
  return flow.nodes.flatMap(({ data }) => unkeptInputs(data).map(({ label }) => ({ field: label, node: data.label })))
}
