import { isStepNode } from './agentflow.ts'
import type { FlowNode, NodeData } from './document.ts'
import { rewriteReferences } from './references.ts'
import { rewriteStepInputs } from './steps/rewrite-step-ids.ts'

/** A node under its new id, with the ids of its params and anchors and the references it holds rewritten to match. */
export function changeNodeId(node: FlowNode, newIds: ReadonlyMap<string, string>): FlowNode {
  const id = newIds.get(node.id) ?? node.id
  const parent = typeof node['parentNode'] === 'string' ? newIds.get(node['parentNode']) : undefined
  return { ...node, id, ...(parent && { parentNode: parent }), data: changeIds(node, id, newIds) }
}

function changeIds(node: FlowNode, id: string, newIds: ReadonlyMap<string, string>): NodeData {
  const { id: oldId } = node
  const { formerIds: _, ...others } = node.data
  // A node under another id is another node; programs go on meaning the first.
  const data: NodeData = id === oldId ? node.data : others
  const rewrite = <Part extends { id?: string }>(part: Part): Part =>
    part.id?.startsWith(`${oldId}-`) ? { ...part, id: id + part.id.slice(oldId.length) } : part
  const newId = (reference: string) => newIds.get(reference) ?? reference
  const inputs = isStepNode(node)
    ? rewriteStepInputs(data, newIds)
    : Object.fromEntries(Object.entries(data.inputs).map(([name, value]) => [name, rewriteReferences(value, newId)]))
  return {
    ...data,
    id,
    inputs,
    inputParams: data.inputParams.map(rewrite),
    inputAnchors: data.inputAnchors.map(rewrite),
    outputAnchors: data.outputAnchors.map((anchor) => ({
      ...rewrite(anchor),
      ...(anchor.options && { options: anchor.options.map(rewrite) }),
    })),
  }
}
