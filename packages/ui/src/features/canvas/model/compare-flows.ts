import type { Flow, FlowNode } from '@chatwright/core'

export interface FlowDifference {
  added: string[]
  removed: string[]
  changed: { label: string; fields: string[] }[]
  edges: number
}

/** What somebody else's flow has otherwise, node by node. Where nodes stand does not count. */
export function compareFlows(mine: Flow, theirs: Flow): FlowDifference {
  const mineById = new Map(mine.nodes.map((node) => [node.id, node]))
  const theirsById = new Map(theirs.nodes.map((node) => [node.id, node]))
  const changed = theirs.nodes.flatMap((node) => {
    const own = mineById.get(node.id)
    const fields = own ? changedFields(own, node) : []
    return fields.length > 0 ? [{ label: node.data.label, fields }] : []
  })
  const ownEdges = new Set(mine.edges.map((edge) => edge.id))
  const theirEdges = new Set(theirs.edges.map((edge) => edge.id))
  return {
    added: theirs.nodes.filter((node) => !mineById.has(node.id)).map((node) => node.data.label),
    removed: mine.nodes.filter((node) => !theirsById.has(node.id)).map((node) => node.data.label),
    changed,
    edges:
      [...ownEdges].filter((id) => !theirEdges.has(id)).length +
      [...theirEdges].filter((id) => !ownEdges.has(id)).length,
  }
}

function changedFields(mine: FlowNode, theirs: FlowNode): string[] {
  const names = new Set([...Object.keys(mine.data.inputs), ...Object.keys(theirs.data.inputs)])
  const labels = new Map(
    [...mine.data.inputParams, ...mine.data.inputAnchors].map((input) => [input.name, input.label]),
  )
  const fields = [...names].filter((name) => !isSameValue(mine.data.inputs[name], theirs.data.inputs[name]))
  return [
    ...(mine.data.label === theirs.data.label ? [] : ['name']),
    ...(mine.data.credential === theirs.data.credential ? [] : ['credential']),
    ...fields.map((name) => labels.get(name) ?? name),
  ]
}

function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
}
