import { unkeptInputs } from '@chatwright/core'
import type { Flow, FlowNode } from '@chatwright/core'

/**
 * The flow as it was sent and as it is now, both without the values that saving did not keep: shown on, they would look
 * stored and be gone after a reload. What was typed since stays. A node nobody touched since is one object in both, which
 * is how a canvas knows that nothing is unsaved.
 */
export function forgetUnkept(present: Flow, sent: Flow): { present: Flow; saved: Flow } {
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
