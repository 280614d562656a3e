import {
  addNode,
  connect,
  createNode,
  newNodeId,
  openOutputs,
  parseHandle,
  removeNodes,
  setInput,
} from '@chatwright/core'
import type { Command, Flow, FlowNode, NodeDescription } from '@chatwright/core'

/** Another chat model that could stand where one without a credential stands. */
export interface Replacement {
  description: NodeDescription
  /** What to write into it: a local model's address and name. */
  inputs: Readonly<Record<string, string>>
  credentialId: string | undefined
}

/**
 * Puts another chat model in the place of each node, with the same connections. Where one of them would be lost the
 * flow stays as it is.
 */
export function replaceModels(nodes: readonly FlowNode[], replacement: Replacement): Command {
  return (flow) => {
    let present = flow
    for (const node of nodes) {
      const next = replaceModel(present, node, replacement)
      if (!next) return flow
      present = next
    }
    return present
  }
}

function replaceModel(flow: Flow, old: FlowNode, replacement: Replacement): Flow | undefined {
  const id = newNodeId(replacement.description.name, flow.nodes)
  const fresh = freshModel(old, { id, replacement })
  const before = addNode(fresh)(removeNodes(old.id)(flow))
  const lost = flow.edges.filter((edge) => edge.source === old.id || edge.target === old.id)
  const after = lost.reduce((present, edge) => {
    if (edge.target === old.id) {
      const targetHandle = `${id}-input-${parseHandle(edge.targetHandle)?.name ?? ''}`
      return connect({ source: edge.source, sourceHandle: edge.sourceHandle, target: id, targetHandle })(present)
    }
    const sourceHandle = openOutputs(fresh)[0]?.handle ?? ''
    return connect({ source: id, sourceHandle, target: edge.target, targetHandle: edge.targetHandle })(present)
  }, before)
  return after.edges.length === flow.edges.length ? after : undefined
}

function freshModel(old: FlowNode, { id, replacement }: { id: string; replacement: Replacement }): FlowNode {
  const { description, inputs, credentialId } = replacement
  const drawn = createNode(description, { id, position: old.position })
  const written = Object.entries({ ...sharedSettings(old, description), ...inputs }).reduce(
    (flow, [name, value]) => setInput(id, name, value)(flow),
    { nodes: [drawn], edges: [] } as Flow,
  )
  const [node = drawn] = written.nodes
  return credentialId === undefined ? node : { ...node, data: { ...node.data, credential: credentialId } }
}

/** How warm, how long, with images or without: numbers and switches mean the same everywhere, names of models do not. */
function sharedSettings(old: FlowNode, description: NodeDescription): Record<string, unknown> {
  const isShared = ({ name, type }: { name: string; type: string }) =>
    (type === 'number' || type === 'boolean') &&
    description.inputs.some((input) => input.name === name && input.type === type)
  return Object.fromEntries(
    old.data.inputParams.filter(isShared).map(({ name }) => [name, old.data.inputs[name] ?? '']),
  )
}
