import { newNodeId, setEdits } from '@chatwright/core'
import type { Draft, FlowNode, NodeDescription } from '@chatwright/core'

import { takeConnections } from '../model/take-place.ts'

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
  const id = newNodeId(description.name, draft.flow.nodes)
  const { edges } = draft.flow
  draft.try({ do: 'remove', ids: [old.id] })
  if (!draft.try({ do: 'add', node: description.name, id, at: old.position })) return false
  for (const edit of setEdits(id, { ...sharedSettings(old, description), ...inputs })) draft.try(edit)
  if (credentialId !== undefined) draft.try({ do: 'credential', id, credential: credentialId })
  return takeConnections(draft, { edges, oldId: old.id, id })
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
