import { checkFlowShape } from './check-flow-shape.ts'
import { completeFlow } from './complete-flow.ts'
import type { Flow } from './document.ts'
import { FlowFormatError } from './format-error.ts'
import { parseJsonText } from './parse-json-text.ts'
import type { Describe } from './read/repair.ts'
import { forgetTypedSecrets } from './sealed-inputs.ts'
import { stripForSave } from './strip-for-save.ts'

/** Part of a flow: some nodes, and the edges among them. */
export type Selection = Pick<Flow, 'nodes' | 'edges'>

/** Nodes as text that can be pasted anywhere, a chat or a ticket included: it holds no typed secret. */
export function serializeSelection(flow: Flow, nodeIds: Iterable<string>, describe: Describe): string {
  const wanted = new Set(nodeIds)
  const chosen = {
    nodes: flow.nodes.filter((node) => wanted.has(node.id)),
    edges: flow.edges.filter((edge) => wanted.has(edge.source) && wanted.has(edge.target)),
  }
  const { nodes, edges } = stripForSave(forgetTypedSecrets(chosen, describe), describe)
  return JSON.stringify({ nodes, edges }, undefined, 2)
}

/** The nodes in a pasted text, also from between code fences; nothing when the text holds none. */
export function parseClipboard(text: string): Selection | undefined {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  if (!json.includes('"nodes"')) return undefined
  try {
    const { nodes, edges } = completeFlow(checkFlowShape(parseJsonText(json)))
    return nodes.length > 0 ? { nodes, edges } : undefined
  } catch (error) {
    if (error instanceof FlowFormatError) return undefined
    throw error
  }
}
