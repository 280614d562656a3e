import type { Flow, FlowNode } from '@chatwright/core'

/** How a node or a connection of one flow stands to another flow. */
export interface Difference {
  state: 'added' | 'removed' | 'changed'
  /** The fields of a node that changed, in words. */
  fields: string[]
}

/** A field of a node as it was and as it is; what only a form can show is left out. */
export interface ChangedValue {
  field: string
  before: string
  after: string
}

export interface FlowDifference {
  added: string[]
  removed: string[]
  changed: { label: string; fields: string[]; values: ChangedValue[] }[]
  edges: number
  /** The same by the id of the node or connection. */
  byId: Readonly<Record<string, Difference>>
}

/** What the other flow has otherwise, node by node. Where nodes stand does not count. */
export function compareFlows(one: Flow, other: Flow): FlowDifference {
  const oneById = new Map(one.nodes.map((node) => [node.id, node]))
  const otherById = new Map(other.nodes.map((node) => [node.id, node]))
  const added = other.nodes.filter((node) => !oneById.has(node.id))
  const removed = one.nodes.filter((node) => !otherById.has(node.id))
  const changed = other.nodes.flatMap(({ id, ...node }) => {
    const before = oneById.get(id)
    const fields = before ? changedFields(before, { id, ...node }) : []
    return before && fields.length > 0
      ? [{ id, label: node.data.label, fields, values: changedValues(before, { id, ...node }) }]
      : []
  })
  const edges = [
    ...missingEdges(one, other).map((id) => ({ id, state: 'removed' as const })),
    ...missingEdges(other, one).map((id) => ({ id, state: 'added' as const })),
  ]
  return {
    added: added.map((node) => node.data.label),
    removed: removed.map((node) => node.data.label),
    changed: changed.map(({ label, fields, values }) => ({ label, fields, values })),
    edges: edges.length,
    byId: Object.fromEntries([
      ...added.map(({ id }) => [id, { state: 'added', fields: [] }] as const),
      ...removed.map(({ id }) => [id, { state: 'removed', fields: [] }] as const),
      ...changed.map(({ id, fields }) => [id, { state: 'changed', fields }] as const),
      ...edges.map(({ id, state }) => [id, { state, fields: [] }] as const),
    ]),
  }
}

/** The later flow, and in it what it no longer has: as a difference is drawn. */
export function withRemoved(before: Flow, after: Flow): Flow {
  const { byId } = compareFlows(before, after)
  const isGone = ({ id }: { id: string }): boolean => byId[id]?.state === 'removed'
  return {
    ...after,
    nodes: [...after.nodes, ...before.nodes.filter(isGone)],
    edges: [...after.edges, ...before.edges.filter(isGone)],
  }
}

function missingEdges(from: Flow, to: Flow): string[] {
  const there = new Set(to.edges.map(({ id }) => id))
  return from.edges.flatMap(({ id }) => (there.has(id) ? [] : [id]))
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

function changedValues(mine: FlowNode, theirs: FlowNode): ChangedValue[] {
  return [...theirs.data.inputParams, ...mine.data.inputParams.filter(({ name }) => !hasInput(theirs, name))].flatMap(
    ({ name, label, type }) => {
      const [before, after] = [mine.data.inputs[name], theirs.data.inputs[name]]
      if (type === 'password' || isSameValue(before, after)) return []
      return [{ field: label, before: asWords(before), after: asWords(after) }]
    },
  )
}

const hasInput = (node: FlowNode, name: string) => node.data.inputParams.some((input) => input.name === name)

function asWords(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? '') === JSON.stringify(b ?? '')
}
