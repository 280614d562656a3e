import type { Flow, FlowEdge, FlowNode } from './document.ts'
import { findInput } from './node-inputs.ts'
import { clearReference } from './references.ts'
import { inputNameOf } from './resolve-edge.ts'

/** Takes edges out of a flow and what they wrote out of the inputs they ended at. */
export function removeEdges(flow: Flow, isRemoved: (edge: FlowEdge) => boolean): Flow {
  const removed = flow.edges.filter(isRemoved)
  if (removed.length === 0) return flow
  const edges = flow.edges.filter((edge) => !isRemoved(edge))
  const stillJoined = new Set(edges.map(joinKey))
  const gone = new Map<string, FlowEdge[]>()
  for (const edge of removed) {
    if (stillJoined.has(joinKey(edge))) continue
    const others = gone.get(edge.target)
    if (others) others.push(edge)
    else gone.set(edge.target, [edge])
  }
  const nodes = flow.nodes.map((node) => clearInputs(node, gone.get(node.id) ?? []))
  const isUntouched = nodes.every((node, index) => node === flow.nodes[index])
  return { ...flow, nodes: isUntouched ? flow.nodes : nodes, edges }
}

function clearInputs(node: FlowNode, edges: readonly FlowEdge[]): FlowNode {
  let inputs = node.data.inputs
  for (const edge of edges) {
    const input = findInput(node, inputNameOf(edge))
    if (!input) continue
    const value = clearReference(input, inputs[input.name], edge.source)
    if (value !== inputs[input.name]) inputs = { ...inputs, [input.name]: value }
  }
  return inputs === node.data.inputs ? node : { ...node, data: { ...node.data, inputs } }
}

/** Two outputs of one node may end at one input; the reference goes when the last of their edges goes. */
function joinKey(edge: FlowEdge): string {
  return `${edge.source}\n${edge.target}\n${inputNameOf(edge)}`
}
