import { connectEdit, newNodeId, openOutputs, parseHandle, setEdits } from '@chatwright/core'
import type { Draft, FlowNode, NodeDescription } from '@chatwright/core'

/** Another chat model that could stand where one without a credential stands. */
export interface Replacement {
  description: NodeDescription
  /** What to write into it: a local model's address and name. */
  inputs: Readonly<Record<string, string>>
  credentialId: string | undefined
}

/**
 * Puts another chat model in the place of each node, with the same connections. Where one of them would be lost nothing
 * changes, and it is false.
 */
export function replaceModels(draft: Draft, nodes: readonly FlowNode[], replacement: Replacement): boolean {
  return draft.attempt(() => nodes.every((node) => replaceModel(draft, node, replacement)))
}

function replaceModel(draft: Draft, old: FlowNode, { description, inputs, credentialId }: Replacement): boolean {
  const { edges } = draft.flow
  const id = newNodeId(description.name, draft.flow.nodes)
  draft.try({ do: 'remove', ids: [old.id] })
  if (!draft.try({ do: 'add', node: description.name, id, at: old.position })) return false
  for (const edit of setEdits(id, { ...sharedSettings(old, description), ...inputs })) draft.try(edit)
  if (credentialId !== undefined) draft.try({ do: 'credential', id, credential: credentialId })
  const fresh = draft.flow.nodes.find((node) => node.id === id)
  const sourceHandle = (fresh && openOutputs(fresh)[0]?.handle) ?? ''
  for (const edge of edges) {
    const { source, target, targetHandle } = edge
    if (target === old.id) {
      const input = parseHandle(targetHandle)?.name ?? ''
      draft.try(connectEdit(draft.flow, { ...edge, target: id, targetHandle: `${id}-input-${input}` }))
    } else if (source === old.id) {
      draft.try(connectEdit(draft.flow, { source: id, sourceHandle, target, targetHandle }))
    }
  }
  return draft.flow.edges.length === edges.length
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
