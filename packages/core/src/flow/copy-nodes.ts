import { isStepNode } from './agentflow.ts'
import { reconnectEdge } from './create-edge.ts'
import type { Flow, FlowEdge, FlowNode, Position } from './document.ts'
import { changeNodeId } from './change-node-id.ts'
import { freeNodeId } from './new-node-id.ts'
import { clearReference, referencesIn } from './references.ts'
import { parentOf } from './steps/step-edge.ts'

/** Copies of nodes under ids that are free, with the edges among them; what hung on other nodes is let go. */
export function copyNodes(
  selection: Pick<Flow, 'nodes' | 'edges'>,
  { taken, offset }: { taken: ReadonlySet<string>; offset: Position },
): Pick<Flow, 'nodes' | 'edges'> {
  const newIds = new Map<string, string>()
  const used = new Set(taken)
  for (const node of selection.nodes) {
    const id = freeNodeId(node.data.name, used)
    used.add(id)
    newIds.set(node.id, id)
  }
  const inside = selection.edges.filter((edge) => newIds.has(edge.source) && newIds.has(edge.target))
  return {
    nodes: selection.nodes.map((node) => {
      const copy = changeNodeId(isStepNode(node) ? node : letGo(node, inside), newIds)
      return shift(copy, { offset, isCarried: newIds.has(parentOf(node) ?? '') })
    }),
    edges: inside.map((edge) => copyEdge(edge, newIds)),
  }
}

function copyEdge(edge: FlowEdge, newIds: ReadonlyMap<string, string>): FlowEdge {
  const source = newIds.get(edge.source) ?? edge.source
  const target = newIds.get(edge.target) ?? edge.target
  const { selected: _, ...copy } = reconnectEdge(edge, {
    source,
    target,
    sourceHandle: changePrefix(edge.sourceHandle, edge.source, source),
    targetHandle: changePrefix(edge.targetHandle, edge.target, target),
  })
  return copy
}

function changePrefix(handle: string, oldId: string, newId: string): string {
  return handle.startsWith(oldId) ? newId + handle.slice(oldId.length) : handle
}

/** Clears what an input says of nodes that do not come along. */
function letGo(node: FlowNode, inside: readonly FlowEdge[]): FlowNode {
  const sources = new Set(inside.filter((edge) => edge.target === node.id).map((edge) => edge.source))
  const inputs = { ...node.data.inputs }
  const speaking = [...node.data.inputAnchors, ...node.data.inputParams.filter((param) => param.acceptVariable)]
  for (const input of speaking) {
    for (const id of referencesIn(inputs[input.name])) {
      if (!sources.has(id)) inputs[input.name] = clearReference(input, inputs[input.name], id)
    }
  }
  return { ...node, data: { ...node.data, inputs } }
}

/** What comes along inside a container keeps its place there. */
function shift(node: FlowNode, { offset, isCarried }: { offset: Position; isCarried: boolean }): FlowNode {
  const absolute = node.positionAbsolute ?? node.position
  const { dragging: _, ...rest } = node
  return {
    ...rest,
    position: isCarried ? node.position : { x: node.position.x + offset.x, y: node.position.y + offset.y },
    positionAbsolute: { x: absolute.x + offset.x, y: absolute.y + offset.y },
    selected: false,
    data: { ...node.data, selected: false },
  }
}
