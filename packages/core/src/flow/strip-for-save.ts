import { STORED_FILE_PREFIX } from '../node/parse-files.ts'
import { flowKind } from './agentflow.ts'
import type { Flow, FlowEdge, FlowNode, InputParam, NodeData } from './document.ts'

/** Under which settings name the credential of a node that is chosen inside another one. */
export const CREDENTIAL_KEY = 'FLOWISE_CREDENTIAL_ID'

/** A flow as it is stored: no typed secrets, no file contents, no local folders, nothing selected. */
export function stripForSave(flow: Flow): Flow {
  if (flowKind(flow) === 'agents') return { ...flow, nodes: flow.nodes.map(stripStep) }
  return { ...flow, nodes: flow.nodes.map(stripNode), edges: flow.edges.map(stripEdge) }
}

/** The inputs of a node that hold something saving does not keep. */
export function unkeptInputs({ inputs, inputParams }: NodeData): InputParam[] {
  return inputParams.filter(
    ({ name, type }) => isStripped(type) && !isBlank(inputs[name]) && !isStoredFile(inputs[name]),
  )
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** What nobody touched goes back to the older product as it came from there: only what may not be kept is taken out. */
function stripStep(node: FlowNode): FlowNode {
  const data = stripData(node.data)
  if (data === node.data && !node.selected) return node
  return { ...node, ...(node.selected && { selected: false }), data }
}

function stripNode(node: FlowNode): FlowNode {
  const data = stripData(node.data)
  if (data === node.data && !node.selected && !('dragging' in node)) return node
  const { dragging: _, ...rest } = node
  return { ...rest, ...('selected' in node && { selected: false }), data }
}

function stripData(data: NodeData): NodeData {
  const moved = data.inputs[CREDENTIAL_KEY]
  const secret = new Set(data.inputParams.filter((param) => isStripped(param.type)).map((param) => param.name))
  const kept = Object.entries(data.inputs).filter(
    ([name, value]) => name !== CREDENTIAL_KEY && (!secret.has(name) || isStoredFile(value)),
  )
  const isChanged = kept.length !== Object.keys(data.inputs).length
  if (!isChanged && !data.selected) return data
  return {
    ...data,
    ...('selected' in data && { selected: false }),
    ...(isChanged && { inputs: Object.fromEntries(kept) }),
    ...(typeof moved === 'string' && moved !== '' && { credential: moved }),
  }
}

function isStripped(type: string): boolean {
  return type === 'password' || type === 'file' || type === 'folder'
}

/** A reference to a stored file holds none of its content, and without it the node could not run. */
function isStoredFile(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(STORED_FILE_PREFIX)
}

function stripEdge(edge: FlowEdge): FlowEdge {
  if (!('selected' in edge)) return edge
  const { selected: _, ...rest } = edge
  return rest
}
