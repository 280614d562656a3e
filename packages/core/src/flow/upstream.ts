import type { Flow } from './document.ts'
import { flowGraph } from './graph.ts'

/** The ids of all nodes that feed a node, directly or through others; the node itself only when it is in a cycle. */
export function upstreamOf(flow: Flow, nodeId: string): Set<string> {
  const { incoming } = flowGraph(flow)
  return reach(nodeId, (id) => incoming.get(id)?.map((edge) => edge.source))
}

/** The ids of all nodes that a node feeds, directly or through others; itself only when it is in a cycle. */
export function downstreamOf(flow: Flow, nodeId: string): Set<string> {
  const { outgoing } = flowGraph(flow)
  return reach(nodeId, (id) => outgoing.get(id)?.map((edge) => edge.target))
}

function reach(start: string, next: (id: string) => readonly string[] | undefined): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const neighbour of next(id) ?? []) {
      if (found.has(neighbour)) continue
      found.add(neighbour)
      waiting.push(neighbour)
    }
  }
  return found
}
