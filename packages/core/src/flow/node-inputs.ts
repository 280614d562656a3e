import type { FlowNode, InputAnchor, InputParam } from './document.ts'
import { inputHandleId, isParam } from './handles.ts'

/** An input by name, whether it is an anchor or edited on the node. */
export function findInput(node: FlowNode, name: string): InputAnchor | InputParam | undefined {
  const hasName = (input: InputAnchor | InputParam) => input.name === name
  return node.data.inputAnchors.find(hasName) ?? node.data.inputParams.find(hasName)
}

/** Whether an edge may end here: anchors, and params whose text may speak of other nodes. */
export function takesConnections(input: InputAnchor | InputParam): boolean {
  return !isParam(input) || input.acceptVariable === true
}

/** The id of an input's handle, as the document has it. */
export function inputHandleOf(nodeId: string, input: InputAnchor | InputParam): string {
  return input.id ?? inputHandleId(nodeId, input.name, input.type)
}

/** The inputs that a form shows. Files of the older product put some behind tabs, each of which is an input of its own. */
export function formParams(node: FlowNode): InputParam[] {
  return node.data.inputParams.flatMap((param) => {
    const { tabs } = param
    return Array.isArray(tabs) ? (tabs as unknown[]).filter(isInput) : [param]
  })
}

function isInput(value: unknown): value is InputParam {
  if (typeof value !== 'object' || value === null) return false
  return 'name' in value && typeof value.name === 'string' && 'type' in value && typeof value.type === 'string'
}
