import { flowGraph, inputNameOf } from '@chatwright/core'
import type { Flow, FlowEdge, FlowNode, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

/** New places for all nodes, in columns from left to right; the layout engine arrives with the first call. */
export async function layoutFlow(flow: Flow): Promise<Record<string, Position>> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const joined = new Set(flow.edges.flatMap((edge) => [edge.source, edge.target]))
  const cards = inPortOrder(flow).filter((node) => node.type !== 'stickyNote')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 48, ranksep: 112, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of cards) {
    const { width, height } = nodeGeometry(node)
    if (joined.has(node.id)) graph.setNode(node.id, { width, height })
  }
  for (const edge of cards.flatMap((node) => feedingEdges(flow, node))) {
    if (graph.hasNode(edge.source) && graph.hasNode(edge.target)) graph.setEdge(edge.source, edge.target)
  }
  layout(graph)

  const places: Record<string, Position> = {}
  let bottom = 0
  for (const node of cards) {
    if (!joined.has(node.id)) continue
    const { width, height } = nodeGeometry(node)
    const { x, y } = graph.node(node.id) as Position
    places[node.id] = { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
    bottom = Math.max(bottom, y + height / 2)
  }
  // Nodes that hang on nothing stand in a row below, where they are seen and in nobody's way.
  let x = 0
  for (const node of cards) {
    if (joined.has(node.id)) continue
    places[node.id] = { x, y: Math.round(bottom === 0 ? 0 : bottom + 96) }
    x += nodeGeometry(node).width + 48
  }
  return places
}

/**
 * What feeds a node in the order of its ports, from the ends of the flow backwards: the layout keeps this order where it
 * has no better reason, and edges to one card do not cross.
 */
function inPortOrder(flow: Flow): FlowNode[] {
  const { nodes, outgoing } = flowGraph(flow)
  const found = new Set<FlowNode>()
  const waiting = flow.nodes.filter((node) => !outgoing.has(node.id)).reverse()
  // A cycle has no end to start from: its nodes follow in the order of the file.
  waiting.unshift(...flow.nodes.filter((node) => outgoing.has(node.id)).reverse())
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (found.has(node)) continue
    found.add(node)
    const sources = feedingEdges(flow, node).map((edge) => nodes.get(edge.source))
    waiting.push(...sources.reverse().filter((source) => source !== undefined))
  }
  return [...found]
}

function feedingEdges(flow: Flow, node: FlowNode): FlowEdge[] {
  const names = [...node.data.inputAnchors, ...node.data.inputParams].map((input) => input.name)
  const place = (edge: FlowEdge) => names.indexOf(inputNameOf(edge))
  return [...(flowGraph(flow).incoming.get(node.id) ?? [])].sort((a, b) => place(a) - place(b))
}
