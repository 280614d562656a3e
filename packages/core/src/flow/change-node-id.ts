import type { FlowNode, NodeData } from './document.ts'
import { rewriteReferences } from './references.ts'

/** A node under its new id, with the ids of its params and anchors and the references it holds rewritten to match. */
export function changeNodeId(node: FlowNode, newIds: ReadonlyMap<string, string>): FlowNode {
  const id = newIds.get(node.id) ?? node.id
  const parent = typeof node['parentNode'] === 'string' ? newIds.get(node['parentNode']) : undefined
  return { ...node, id, ...(parent && { parentNode: parent }), data: changeIds(node, id, newIds) }
}

function changeIds({ id: oldId, data }: FlowNode, id: string, newIds: ReadonlyMap<string, string>): NodeData {
  const rewrite = <Part extends { id?: string }>(part: Part): Part =>
    part.id?.startsWith(`${oldId}-`) ? { ...part, id: id + part.id.slice(oldId.length) } : part
  const inputs = Object.entries(data.inputs).map(([name, value]) => [
    name,
    rewriteReferences(value, (reference) => newIds.get(reference) ?? reference),
  ])
  return {
    ...data,
    id,
    inputs: Object.fromEntries(inputs),
    inputParams: data.inputParams.map(rewrite),
    inputAnchors: data.inputAnchors.map(rewrite),
    outputAnchors: data.outputAnchors.map((anchor) => ({
      ...rewrite(anchor),
      ...(anchor.options && { options: anchor.options.map(rewrite) }),
    })),
  }
}
