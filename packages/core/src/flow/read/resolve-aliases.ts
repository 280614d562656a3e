import { changeNodeId } from '../change-node-id.ts'
import { reconnectEdge } from '../create-edge.ts'
import type { Flow, FlowEdge } from '../document.ts'
import { freeNodeId } from '../new-node-id.ts'
import { formerIds } from '../node-names.ts'
import { replaceNode } from '../replace-node.ts'
import type { Repair } from './repair.ts'

/** Turns nodes with an older name into the nodes that do their work today; what speaks of a former id means them. */
export const resolveAliases: Repair = (flow, report, describe) => {
  const taken = new Set(flow.nodes.map((node) => node.id))
  const newIds = new Map<string, string>()
  for (const node of flow.nodes) for (const id of formerIds(node)) if (!taken.has(id)) newIds.set(id, node.id)
  let current = flow
  for (const node of flow.nodes) {
    const description = describe(node.data.name)
    if (!description || description.name === node.data.name) continue
    const before = current.edges
    current = replaceNode(current, { nodeId: node.id, description, mayStay: () => true })
    const id = freeNodeId(description.name, taken)
    taken.add(id)
    newIds.set(node.id, id)
    report({
      kind: 'renamed-node',
      nodeId: id,
      message: `${node.data.label}: ${node.data.name} is ${description.name} today, so ${node.id} became ${id}.`,
    })
    for (const edge of lostEdges(before, current.edges)) {
      report({
        kind: 'removed-edge',
        edgeId: edge.id,
        message: `${description.label} no longer has a port for the connection ${edge.id}. It was removed.`,
      })
    }
  }
  return newIds.size === 0 ? flow : changeIds(current, newIds)
}

function lostEdges(before: readonly FlowEdge[], after: readonly FlowEdge[]): FlowEdge[] {
  const pair = (edge: FlowEdge) => `${edge.source}\n${edge.target}`
  const left = new Map<string, number>()
  for (const edge of after) left.set(pair(edge), (left.get(pair(edge)) ?? 0) + 1)
  return before.filter((edge) => {
    const count = left.get(pair(edge)) ?? 0
    left.set(pair(edge), count - 1)
    return count <= 0
  })
}

function changeIds(flow: Flow, newIds: ReadonlyMap<string, string>): Flow {
  const speaksOf = [...newIds.keys()]
  const nodes = flow.nodes.map((node) => {
    const isRenamed = newIds.has(node.id)
    if (!isRenamed && !mentions(node.data.inputs, speaksOf)) return node
    const changed = changeNodeId(node, newIds)
    if (!isRenamed) return changed
    return { ...changed, data: { ...changed.data, formerIds: [...new Set([...formerIds(node), node.id])] } }
  })
  return { ...flow, nodes, edges: flow.edges.map((edge) => moveEdge(edge, newIds)) }
}

function mentions(inputs: Readonly<Record<string, unknown>>, ids: readonly string[]): boolean {
  const text = JSON.stringify(inputs)
  return ids.some((id) => text.includes(id))
}

function moveEdge(edge: FlowEdge, newIds: ReadonlyMap<string, string>): FlowEdge {
  const source = newIds.get(edge.source)
  const target = newIds.get(edge.target)
  return reconnectEdge(edge, {
    ...(source && { source, sourceHandle: source + edge.sourceHandle.slice(edge.source.length) }),
    ...(target && { target, targetHandle: target + edge.targetHandle.slice(edge.target.length) }),
  })
}
