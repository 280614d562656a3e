import type { CatalogueIndex } from '../catalogue-index.ts'
import type { Flow, FlowNode } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { chosenOutputName } from '../node-outputs.ts'
import { upstreamOf } from '../upstream.ts'

/**
 * The nodes that can answer for a flow, the one that does first. A node can when its value is a chat and it feeds no
 * other such node. Among several, the one with the most nodes behind it answers; of equals, the last in the file.
 */
export function endingNodes(flow: Flow, index: Pick<CatalogueIndex, 'describe'>): FlowNode[] {
  const answering = flow.nodes.filter((node) => canAnswer(node, index))
  const feeding = nodesBehind(flow, answering)
  return answering
    .filter((node) => !feeding.has(node.id))
    .map((node, place) => ({ node, place, behind: upstreamOf(flow, node.id).size }))
    .sort((a, b) => b.behind - a.behind || b.place - a.place)
    .map(({ node }) => node)
}

function canAnswer(node: FlowNode, index: Pick<CatalogueIndex, 'describe'>): boolean {
  const answers = index.describe(node.data.name)?.traits?.answers
  return answers === true || (answers?.includes(chosenOutputName(node)) ?? false)
}

/** Everything that feeds at least one of the nodes. */
function nodesBehind(flow: Flow, nodes: readonly FlowNode[]): Set<string> {
  const { incoming } = flowGraph(flow)
  const found = new Set<string>()
  const waiting = nodes.map((node) => node.id)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const { source } of incoming.get(id) ?? []) {
      if (found.has(source)) continue
      found.add(source)
      waiting.push(source)
    }
  }
  return found
}
