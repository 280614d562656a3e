import { keptInputs, unkeptInputs } from '@chatwright/core'
import type { Describe, Flow, FlowNode } from '@chatwright/core'

/**
 * The flow as it was sent and as it is now, both without the values that saving did not keep: shown on, they would look
 * stored and be gone after a reload. What was typed since stays. A node nobody touched since is one object in both, which
 * is how a canvas knows that nothing is unsaved.
 */
export function forgetUnkept(present: Flow, sent: Flow, describe: Describe): { present: Flow; saved: Flow } {
  const forgetInputs = (node: FlowNode, before: FlowNode | undefined): FlowNode =>
    withoutUnkept(node, { before, describe })
  const pairs = new Map(sent.nodes.map((node) => [node.id, { sent: node, saved: forgetInputs(node, node) }]))
  const forget = (node: FlowNode): FlowNode => {
    const pair = pairs.get(node.id)
    return pair && node === pair.sent ? pair.saved : forgetInputs(node, pair?.sent)
  }
  return { present: mapNodes(present, forget), saved: mapNodes(sent, forget) }
}

function mapNodes(flow: Flow, change: (node: FlowNode) => FlowNode): Flow {
  const nodes = flow.nodes.map(change)
  return nodes.every((node, index) => node === flow.nodes[index]) ? flow : { ...flow, nodes }
}

/** What differs from what was sent was typed since, and stays. */
function withoutUnkept(
  node: FlowNode,
  { before, describe }: { before: FlowNode | undefined; describe: Describe },
): FlowNode {
  const { inputs } = node.data
  const kept = keptInputs(node.data, describe)
  if (kept === inputs) return node
  const isUntouched = (name: string): boolean => inputs[name] === before?.data.inputs[name]
  const next = Object.entries(inputs).flatMap(([name, value]): [string, unknown][] => {
    if (!isUntouched(name)) return [[name, value]]
    return name in kept ? [[name, kept[name]]] : []
  })
  const isSame = next.length === Object.keys(inputs).length && next.every(([name, value]) => value === inputs[name])
  return isSame ? node : { ...node, data: { ...node.data, inputs: Object.fromEntries(next) } }
}

/** What saving a flow does not keep, as people know it: "Password of Redis". */
export function unkeptFields(flow: Flow, describe: Describe): { field: string; node: string }[] {
  return flow.nodes.flatMap(({ data }) =>
    unkeptInputs(data, describe).map(({ label }) => ({ field: label, node: data.label })),
  )
}
