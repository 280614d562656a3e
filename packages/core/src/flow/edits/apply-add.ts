import { addNode } from '../commands/add-node.ts'
import { putIntoContainer } from '../commands/put-into-container.ts'
import { renameNode } from '../commands/rename-node.ts'
import { createNode } from '../create-node.ts'
import type { Flow, Position } from '../document.ts'
import { flowGraph } from '../graph.ts'
import { newNodeId } from '../new-node-id.ts'
import { applySet } from './apply-set.ts'
import type { Apply } from './apply.ts'
import type { AddEdit } from './edit.ts'
import { writeInputPath } from './input-path.ts'
import { refuse } from './refusal.ts'

/** How far to the right of the rightmost node a new one stands. */
const BESIDE = 380

export const applyAdd: Apply<AddEdit> = (flow, edit, catalogue) => {
  const description = catalogue.describe(edit.node)
  if (!description) return refuse('node-unknown', { node: edit.node })
  const id = edit.id ?? newNodeId(description.name, flow.nodes)
  if (!/^[\p{L}\p{N}_]+$/u.test(id)) return refuse('id-invalid', { id })
  const { nodes } = flowGraph(flow)
  if (nodes.has(id)) return refuse('id-taken', { id })
  if (edit.container !== undefined && !nodes.has(edit.container))
    return refuse('container-missing', { id: edit.container })

  const position = edit.at ?? freePlace(flow)
  let next = addNode(createNode(description, { id, position }))(flow)
  if (edit.container !== undefined) {
    next = putIntoContainer([id], edit.container)(next)
    next = { ...next, nodes: next.nodes.map((node) => (node.id === id ? placedInside(node, next, position) : node)) }
  }
  if (edit.label !== undefined) next = renameNode(id, edit.label)(next)
  for (const [input, value] of Object.entries(edit.inputs ?? {})) {
    const set = applySet(next, { do: 'set', id, path: writeInputPath([input]), value }, catalogue)
    if ('refusal' in set) return set
    next = set.flow
  }
  return { flow: next }
}

/** The place of an added node is counted from its container's corner, as a stored flow holds it. */
function placedInside(node: Flow['nodes'][number], flow: Flow, position: Position): Flow['nodes'][number] {
  const parent = flowGraph(flow).nodes.get(String(node['parentNode']))
  const corner = parent?.positionAbsolute ?? parent?.position ?? { x: 0, y: 0 }
  return { ...node, position, positionAbsolute: { x: corner.x + position.x, y: corner.y + position.y } }
}

function freePlace({ nodes }: Flow): Position {
  if (nodes.length === 0) return { x: 100, y: 100 }
  const right = nodes.reduce((most, { position }) => Math.max(most, position.x), -Infinity)
  return { x: right + BESIDE, y: nodes[0]?.position.y ?? 100 }
}
