import { flowKind, mayAct } from '@chatwright/core'
import type { Describe, Flow, FlowNode } from '@chatwright/core'

import type { CanvasState } from './canvas-state.ts'
import { unkeptFields } from './forget-unkept.ts'

/** Whether two drawings answer alike: the same nodes with the same values and edges, wherever they stand. */
export function answersAlike(one: Flow, other: Flow): boolean {
  if (one === other) return true
  if (one.nodes.length !== other.nodes.length || one.edges.length !== other.edges.length) return false
  const nodes = new Map(other.nodes.map((node) => [node.id, node]))
  const edges = new Set(other.edges.map(({ id }) => id))
  return one.nodes.every((node) => isAlike(node, nodes.get(node.id))) && one.edges.every(({ id }) => edges.has(id))
}

// An edit makes a new object of what it changes and leaves the rest as it is.
function isAlike(one: FlowNode, other: FlowNode | undefined): boolean {
  return other !== undefined && one.data === other.data && one['parentNode'] === other['parentNode']
}

/**
 * What is asked instead of the saved flow: the one on the screen, typed secrets and files among it. A flow that was never
 * saved is kept as it is first asked; then only what saving takes out must go along.
 */
export function drawingToAsk({ history: { present }, saved, chatflow, catalogue }: CanvasState): string | undefined {
  const isKept = chatflow ? answersAlike(present, saved.flow) : unkeptFields(present, catalogue.describe).length === 0
  if (isKept) return undefined
  const { nodes, edges } = present
  return JSON.stringify({ nodes, edges })
}

/** The names of what may change something outside when the flow is asked, each once. */
export function actingNodes(flow: Flow, describe: Describe): string[] {
  const names = flow.nodes.flatMap(({ data }) => {
    const description = describe(data.name)
    if (description && mayAct(description, data.inputs)) return [data.label]
    return flowKind(flow) === 'agents' ? chosenInside(data.inputs, describe) : []
  })
  return [...new Set(names)]
}

/** Steps have tools chosen inside them, by their names. */
function chosenInside(value: unknown, describe: Describe): string[] {
  if (typeof value === 'string') {
    const tool = describe(value)
    return tool?.traits?.acts ? [tool.label] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((each) => chosenInside(each, describe))
}
