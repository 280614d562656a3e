import type { NodeDescription } from '../node/definition.ts'
import { addReference } from './add-reference.ts'
import { reconnectEdge } from './create-edge.ts'
import type { Flow, FlowEdge, FlowNode } from './document.ts'
import { flowGraph } from './graph.ts'
import { inputHandleOf, findInput, takesConnections } from './node-inputs.ts'
import { rebuildNode, renamedInput } from './rebuild-node.ts'
import { referencesIn } from './references.ts'
import { edgesAt, removeEdges } from './remove-edges.ts'
import { findOutput, inputNameOf } from './resolve-edge.ts'

export interface ReplaceOptions {
  nodeId: string
  description: NodeDescription
  /** Whether an edge may stay, once both of its ends were found again. */
  mayStay: (ends: { source: FlowNode; target: FlowNode; edge: FlowEdge }) => boolean
}

/** Puts a node into today's shape; its edges move to the handles of the same meaning, or go where there is none. */
export function replaceNode(flow: Flow, { nodeId, description, mayStay }: ReplaceOptions): Flow {
  const { nodes, incoming, outgoing } = flowGraph(flow)
  const old = nodes.get(nodeId)
  if (!old) return flow
  const rebuilt = rebuildNode(old, description)
  const moved = new Map<FlowEdge, FlowEdge>()

  const occupied = new Set<string>()
  for (const edge of incoming.get(nodeId) ?? []) {
    const source = nodes.get(edge.source)
    const input = findInput(rebuilt, renamedInput(old, description, inputNameOf(edge)))
    if (!source || !input || !takesConnections(input) || (!input.list && occupied.has(input.name))) continue
    const next = reconnectEdge(edge, { targetHandle: inputHandleOf(nodeId, input) })
    if (!mayStay({ source, target: rebuilt, edge: next })) continue
    occupied.add(input.name)
    moved.set(edge, next)
  }
  for (const edge of outgoing.get(nodeId) ?? []) {
    const target = nodes.get(edge.target)
    const output = findOutput(rebuilt, edge.sourceHandle)
    const next = output && reconnectEdge(edge, { sourceHandle: output.handle })
    if (target && next && mayStay({ source: rebuilt, target, edge: next })) moved.set(edge, next)
  }

  const kept = removeEdges(
    flow,
    edgesAt(flow, [nodeId]).filter((edge) => !moved.has(edge)),
  )
  const edges = kept.edges.map((edge) => moved.get(edge) ?? edge)
  const settled = settleAnchors(rebuilt, edges)
  return { ...kept, nodes: kept.nodes.map((node) => (node.id === nodeId ? settled : node)), edges }
}

/** Makes the anchors' values say what the edges say: an anchor may have become a list, or stopped being one. */
function settleAnchors(node: FlowNode, edges: readonly FlowEdge[]): FlowNode {
  const inputs = { ...node.data.inputs }
  for (const anchor of node.data.inputAnchors) {
    const sources = edges
      .filter((edge) => edge.target === node.id && inputNameOf(edge) === anchor.name)
      .map((edge) => edge.source)
    const before = inputs[anchor.name]
    const entries = (Array.isArray(before) ? before : [before]).filter((entry) =>
      referencesIn(entry).some((id) => sources.includes(id)),
    )
    let value: unknown = anchor.list ? entries : (entries[0] ?? '')
    for (const source of sources) {
      if (!referencesIn(value).includes(source)) value = addReference(anchor, value, source)
    }
    inputs[anchor.name] = sources.length === 0 ? '' : value
  }
  return { ...node, data: { ...node.data, inputs } }
}
