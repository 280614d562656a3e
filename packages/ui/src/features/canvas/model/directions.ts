import { isStepNode, nodeOutputs, splitTypes, typesFit } from '@chatwright/core'
import type { Flow, FlowEdge, FlowNode } from '@chatwright/core'

/** Whether something that this node gives could feed that one: then it belongs to its left, connected or not. */
export function couldFeed(source: FlowNode, target: FlowNode): boolean {
  if (isStepNode(source) || isStepNode(target)) return false
  const given = nodeOutputs(source)
    .filter(({ isBranch }) => !isBranch)
    .map(({ types }) => types)
  return target.data.inputAnchors.some((anchor) => given.some((types) => typesFit(types, splitTypes(anchor.type))))
}

/** More than this many nodes that hang on nothing are no flow being drawn, and comparing each with all takes time. */
const MOST = 60

/** The edges that nodes without one could have: they tell a layout where these belong. */
export function likelyEdges(flow: Flow): Pick<FlowEdge, 'source' | 'target'>[] {
  const joined = new Set(flow.edges.flatMap((edge) => [edge.source, edge.target]))
  const cards = flow.nodes.filter((node) => node.type !== 'stickyNote')
  const loose = cards.filter((node) => !joined.has(node.id))
  if (loose.length > MOST) return []
  const pairs = loose.flatMap((node) =>
    cards
      .filter((other) => other !== node && (joined.has(other.id) || node.id < other.id))
      .flatMap((other) => likelyEdge(node, other)),
  )
  return pairs
}

function likelyEdge(one: FlowNode, other: FlowNode): { source: string; target: string }[] {
  const isForth = couldFeed(one, other)
  // What could feed each other says nothing of a direction.
  if (isForth === couldFeed(other, one)) return []
  return [isForth ? { source: one.id, target: other.id } : { source: other.id, target: one.id }]
}
