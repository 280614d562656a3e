import type { Flow, Position } from '@chatwright/core'

import { nodeGeometry } from './node-geometry.ts'

/** New places for all nodes, in columns from left to right; the layout engine arrives with the first call. */
export async function layoutFlow(flow: Flow): Promise<Record<string, Position>> {
  const { Graph, layout } = await import('@dagrejs/dagre')
  const joined = new Set(flow.edges.flatMap((edge) => [edge.source, edge.target]))
  const cards = flow.nodes.filter((node) => node.type !== 'stickyNote')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 48, ranksep: 112, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const node of cards) {
    const { width, height } = nodeGeometry(node)
    if (joined.has(node.id)) graph.setNode(node.id, { width, height })
  }
  for (const edge of flow.edges) {
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
