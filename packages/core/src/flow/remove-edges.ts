import type { Flow, FlowEdge, FlowNode } from './document.ts'
import { flowGraph } from './graph.ts'
import { findInput } from './node-inputs.ts'
import { clearReference } from './references.ts'
import { inputNameOf } from './resolve-edge.ts'

/** As many are looked for one by one: comparing what a list holds is faster than looking into what it holds. */
const FEW = 32

/** Takes edges out of a flow and what they wrote out of the inputs they ended at. */
export function removeEdges(flow: Flow, removed: readonly FlowEdge[]): Flow {
  if (removed.length === 0) return flow
  const graph = flowGraph(flow)
  const out = new Set(removed)
  let nodes = flow.nodes
  for (const target of new Set(removed.map((edge) => edge.target))) {
    const node = graph.nodes.get(target)
    const edges = removed.filter((edge) => edge.target === target)
    const left = edgesAt(flow, [target]).filter((edge) => edge.target === target && !out.has(edge))
    const stillJoined = new Set(left.map(joinKey))
    const cleared =
      node &&
      clearInputs(
        node,
        edges.filter((edge) => !stillJoined.has(joinKey(edge))),
      )
    if (cleared && cleared !== node) nodes = nodes.with(nodes.indexOf(node), cleared)
  }
  return { ...flow, nodes, edges: without(flow.edges, removed) }
}

/** The edges that begin or end at nodes. */
export function edgesAt(flow: Flow, ids: Iterable<string>): FlowEdge[] {
  const { isWhole, incoming, outgoing } = flowGraph(flow)
  const wanted = new Set(ids)
  if (!isWhole) return flow.edges.filter(({ source, target }) => wanted.has(source) || wanted.has(target))
  return [...new Set([...wanted].flatMap((id) => [...(incoming.get(id) ?? []), ...(outgoing.get(id) ?? [])]))]
}

/** A list without some of what it holds. */
export function without<Part>(parts: readonly Part[], gone: readonly Part[]): Part[] {
  if (gone.length > FEW) {
    const out = new Set(gone)
    return parts.filter((part) => !out.has(part))
  }
  const rest = parts.slice()
  for (const part of gone) {
    const place = rest.indexOf(part)
    if (place >= 0) rest.splice(place, 1)
  }
  return rest
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
