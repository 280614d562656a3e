import type { Flow, FlowEdge, FlowNode } from './document.ts'

/** A flow's nodes and edges, found by id. Edges whose ends are missing are left out. */
export interface FlowGraph {
  nodes: ReadonlyMap<string, FlowNode>
  incoming: ReadonlyMap<string, readonly FlowEdge[]>
  outgoing: ReadonlyMap<string, readonly FlowEdge[]>
}

// A flow is never changed in place, so its graph stays true for as long as the flow lives.
const graphs = new WeakMap<Flow, FlowGraph>()

/** The graph of a flow; asking twice costs once. */
export function flowGraph(flow: Flow): FlowGraph {
  const known = graphs.get(flow)
  if (known) return known
  const graph = buildGraph(flow)
  graphs.set(flow, graph)
  return graph
}

function buildGraph(flow: Flow): FlowGraph {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]))
  const incoming = new Map<string, FlowEdge[]>()
  const outgoing = new Map<string, FlowEdge[]>()
  for (const edge of flow.edges) {
    if (!nodes.has(edge.source) || !nodes.has(edge.target)) continue
    append(incoming, edge.target, edge)
    append(outgoing, edge.source, edge)
  }
  return { nodes, incoming, outgoing }
}

function append(lists: Map<string, FlowEdge[]>, id: string, edge: FlowEdge): void {
  const list = lists.get(id)
  if (list) list.push(edge)
  else lists.set(id, [edge])
}
