import { connectEdit, Draft, findInput, flowGraph, openOutputs, parseHandle, splitTypes } from '@chatwright/core'
import type { CatalogueIndex, Flow, FlowEdge, FlowNode } from '@chatwright/core'

interface Taken {
  /** The connections as they were. */
  edges: readonly FlowEdge[]
  oldId: string
  id: string
}

/** Joins a node as one was that is gone; false where a connection is lost. */
export function takeConnections(draft: Draft, { edges, oldId, id }: Taken): boolean {
  const fresh = draft.flow.nodes.find((node) => node.id === id)
  const sourceHandle = (fresh && openOutputs(fresh)[0]?.handle) ?? ''
  for (const edge of edges) {
    const { source, target, targetHandle } = edge
    if (target === oldId) {
      const input = parseHandle(targetHandle)?.name ?? ''
      draft.try(connectEdit(draft.flow, { ...edge, target: id, targetHandle: `${id}-input-${input}` }))
    } else if (source === oldId) {
      draft.try(connectEdit(draft.flow, { source: id, sourceHandle, target, targetHandle }))
    }
  }
  return draft.flow.edges.length === edges.length
}

/** Puts a node of the flow in the place of another, with its connections; false where one would be lost. */
export function takePlace(draft: Draft, { id, oldId }: Pick<Taken, 'id' | 'oldId'>): boolean {
  return draft.attempt(() => {
    const { edges } = draft.flow
    const old = flowGraph(draft.flow).nodes.get(oldId)
    if (!old || !flowGraph(draft.flow).nodes.has(id)) return false
    draft.try({ do: 'remove', ids: [oldId] })
    draft.try({ do: 'move', places: { [id]: old.position } })
    return takeConnections(draft, { edges, oldId, id })
  })
}

/**
 * The one node of its kind in whose place a node that nothing is connected to could stand: where an input takes a single
 * connection and has it. Nothing where there are several, or where a connection would be lost.
 */
export function takenBy(flow: Flow, catalogue: CatalogueIndex, id: string): FlowNode | undefined {
  const { nodes, incoming, outgoing } = flowGraph(flow)
  const node = nodes.get(id)
  if (!node || incoming.get(id)?.length || outgoing.get(id)?.length) return undefined
  const gives = new Set(openOutputs(node).flatMap(({ types }) => types))
  const holders = new Set(
    flow.edges.filter((edge) => isPlaceFor(nodes.get(edge.target), edge, gives)).map(({ source }) => source),
  )
  const able = [...holders].filter(
    (oldId) =>
      nodes.get(oldId)?.data.category === node.data.category && takePlace(new Draft(flow, catalogue), { id, oldId }),
  )
  const [only, another] = able
  return only === undefined || another !== undefined ? undefined : nodes.get(only)
}

function isPlaceFor(target: FlowNode | undefined, edge: FlowEdge, gives: ReadonlySet<string>): boolean {
  const input = target && findInput(target, parseHandle(edge.targetHandle)?.name ?? '')
  return input !== undefined && input.list !== true && splitTypes(input.type).some((type) => gives.has(type))
}
