import { changeRows } from '../commands/change-rows.ts'
import { chooseOutput } from '../commands/choose-output.ts'
import { duplicateNodes } from '../commands/duplicate-nodes.ts'
import { moveNodes } from '../commands/move-nodes.ts'
import { paste } from '../commands/paste.ts'
import { putIntoContainer } from '../commands/put-into-container.ts'
import { removeNodes } from '../commands/remove-nodes.ts'
import { renameNode } from '../commands/rename-node.ts'
import { resizeNode } from '../commands/resize-node.ts'
import { setCredential } from '../commands/set-credential.ts'
import { updateNodeToDefinition } from '../commands/update-node-to-definition.ts'
import type { Flow } from '../document.ts'
import { nodeOutputs } from '../node-outputs.ts'
import { applyAdd } from './apply-add.ts'
import { applyConnect, applyDisconnect } from './apply-connections.ts'
import { applySet } from './apply-set.ts'
import type { Apply, EditCatalogue, Outcome } from './apply.ts'
import { missing, nodeOf } from './apply.ts'
import type { Edit, RestoreEdit, RowsEdit } from './edit.ts'
import type { EditRefusal } from './refusal.ts'
import { refuse } from './refusal.ts'
import { restore, restoreBetween } from './restore.ts'

export interface Applied {
  flow: Flow
  /** Makes the flow what it was before, to the byte. */
  inverse: RestoreEdit
}

/** What an edit makes of a flow, or why it cannot be applied. Nothing else changes a flow. */
export function applyEdit(flow: Flow, edit: Edit, catalogue: EditCatalogue): Applied | { refusal: EditRefusal } {
  return withInverse(flow, outcomeOf(flow, edit, catalogue))
}

/** All edits or none: the first that cannot be applied is named by its place in the list. */
export function applyEdits(
  flow: Flow,
  edits: readonly Edit[],
  catalogue: EditCatalogue,
): Applied | { refusal: EditRefusal; at: number } {
  let next = flow
  for (const [at, edit] of edits.entries()) {
    const outcome = outcomeOf(next, edit, catalogue)
    if ('refusal' in outcome) return { ...outcome, at }
    next = outcome.flow
  }
  return { flow: next, inverse: restoreBetween(next, flow) }
}

function withInverse(before: Flow, outcome: Outcome): Applied | { refusal: EditRefusal } {
  if ('refusal' in outcome) return outcome
  return { flow: outcome.flow, inverse: restoreBetween(outcome.flow, before) }
}

/** The same without its inverse. */
export function outcomeOf(flow: Flow, edit: Edit, catalogue: EditCatalogue): Outcome {
  return (appliers[edit.do] as Apply<Edit>)(flow, edit, catalogue)
}

type Appliers = { [Kind in Edit['do']]: Apply<Extract<Edit, { do: Kind }>> }

const appliers: Appliers = {
  add: applyAdd,
  set: applySet,
  connect: applyConnect,
  disconnect: applyDisconnect,
  remove: (flow, { ids }) => onAll(flow, ids, () => removeNodes(...ids)(flow)),
  rename: (flow, { id, label }) =>
    label.trim() === '' ? refuse('label-empty') : onAll(flow, [id], () => renameNode(id, label)(flow)),
  output(flow, { id, output }) {
    const node = nodeOf(flow, id)
    if (!node) return missing(flow, id)
    const names = nodeOutputs(node).map(({ name }) => name)
    if (names.includes(output)) return { flow: chooseOutput(id, output)(flow) }
    return refuse('output-unknown', { label: node.data.label, output, outputs: names.join(', ') || '–' })
  },
  credential: (flow, { id, credential }) => onAll(flow, [id], () => setCredential(id, credential)(flow)),
  upgrade(flow, { id }, catalogue) {
    const node = nodeOf(flow, id)
    if (!node) return missing(flow, id)
    const description = catalogue.describe(node.data.name)
    if (!description) return refuse('node-unknown', { node: node.data.name })
    return { flow: updateNodeToDefinition(id, description)(flow) }
  },
  rows: applyRows,
  move: (flow, { places }) => onAll(flow, Object.keys(places), () => moveNodes(places)(flow)),
  resize: (flow, { id, width, height }) => onAll(flow, [id], () => resizeNode(id, { width, height })(flow)),
  into(flow, { ids, container }) {
    const holder = nodeOf(flow, container)
    if (!holder) return refuse('container-missing', { id: container })
    const outcome = onAll(flow, ids, () => putIntoContainer(ids, container)(flow))
    if ('refusal' in outcome) return outcome
    const outside = ids.find((id) => nodeOf(outcome.flow, id)?.['parentNode'] !== container)
    const label = outside === undefined ? undefined : nodeOf(flow, outside)?.data.label
    return label === undefined ? outcome : refuse('cannot-contain', { label, container: holder.data.label })
  },
  outOf: (flow, { ids }) => onAll(flow, ids, () => putIntoContainer(ids, undefined)(flow)),
  paste(flow, { nodes, edges, at }) {
    const pasted = paste({ nodes: [...nodes], edges: [...edges] }, at)(flow)
    return pasted === flow ? refuse('nothing-to-paste') : { flow: pasted }
  },
  duplicate: (flow, { ids }) => {
    const outcome = onAll(flow, ids, () => duplicateNodes(...ids)(flow))
    return 'flow' in outcome && outcome.flow === flow ? refuse('nothing-to-paste') : outcome
  },
  restore(flow, edit) {
    const restored = restore(flow, edit)
    return restored ? { flow: restored } : refuse('flow-changed')
  },
}

function applyRows(flow: Flow, { id, list, change }: RowsEdit, catalogue: EditCatalogue): Outcome {
  const node = nodeOf(flow, id)
  if (!node) return missing(flow, id)
  const description = catalogue.describe(node.data.name)
  if (!description) return refuse('node-unknown', { node: node.data.name })
  const { label } = node.data
  if (!description.inputs.some((input) => input.name === list && input.type === 'array')) {
    return refuse('list-unknown', { label, list })
  }
  const next = changeRows({ nodeId: id, description, name: list }, change)(flow)
  return next === flow && change.type !== 'move' ? refuse('row-missing', { label, list }) : { flow: next }
}

/** Every node that an edit names is there, or none is touched. */
function onAll(flow: Flow, ids: readonly string[], apply: () => Flow): Outcome {
  const gone = ids.find((id) => !nodeOf(flow, id))
  return gone === undefined ? { flow: apply() } : missing(flow, gone)
}
