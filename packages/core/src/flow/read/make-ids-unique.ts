import { changeNodeId } from '../change-node-id.ts'
import type { FlowNode } from '../document.ts'
import { freeNodeId } from '../new-node-id.ts'
import type { Repair } from './repair.ts'

/** Gives the second of two nodes with one id another; edges stay with the first. The second of two equal edges goes. */
export const makeIdsUnique: Repair = (flow, report) => {
  const taken = new Set(flow.nodes.map((node) => node.id))
  const seenNodes = new Set<string>()
  const nodes = flow.nodes.map((node): FlowNode => {
    if (!seenNodes.has(node.id)) {
      seenNodes.add(node.id)
      return node
    }
    const id = freeNodeId(node.data.name, taken)
    taken.add(id)
    report({
      kind: 'renumbered-node',
      nodeId: id,
      message: `${node.data.label} shared the ID ${node.id} with another node. Its ID is now ${id}.`,
    })
    return changeNodeId(node, new Map([[node.id, id]]))
  })
  const seenEdges = new Set<string>()
  const edges = flow.edges.filter((edge) => {
    const isFirst = !seenEdges.has(edge.id)
    seenEdges.add(edge.id)
    if (!isFirst)
      report({
        kind: 'removed-edge',
        edgeId: edge.id,
        message: `The connection ${edge.id} existed twice. One was removed.`,
      })
    return isFirst
  })
  return { ...flow, nodes, edges }
}
