import type { Flow } from './document.ts'
import { flowGraph } from './graph.ts'

export interface TopologicalOrder {
  /** Node ids, each after everything that feeds it; without those in or behind a cycle. */
  order: string[]
  /** The ids around one cycle, in the direction of the edges, when there is a cycle. */
  cycle: string[] | undefined
}

/** Orders a flow's nodes, or those of a subset, so that each comes after what it needs. Ties keep the file's order. */
export function topologicalOrder(flow: Flow, within?: ReadonlySet<string>): TopologicalOrder {
  const { incoming, outgoing } = flowGraph(flow)
  const isInside = (id: string) => within === undefined || within.has(id)
  const ids = [...new Set(flow.nodes.map((node) => node.id))].filter(isInside)
  const waitingFor = new Map(
    ids.map((id) => [id, (incoming.get(id) ?? []).filter((edge) => isInside(edge.source)).length]),
  )
  const order = ids.filter((id) => waitingFor.get(id) === 0)
  for (let position = 0; position < order.length; position++) {
    for (const edge of outgoing.get(order[position] ?? '') ?? []) {
      const left = (waitingFor.get(edge.target) ?? 0) - 1
      if (!isInside(edge.target)) continue
      waitingFor.set(edge.target, left)
      if (left === 0) order.push(edge.target)
    }
  }
  if (order.length === ids.length) return { order, cycle: undefined }
  const done = new Set(order)
  return { order, cycle: findCycle(flow, new Set(ids.filter((id) => !done.has(id)))) }
}

/** Every node left over is fed by another one left over, so walking backwards must come round. */
function findCycle(flow: Flow, left: ReadonlySet<string>): string[] {
  const { incoming } = flowGraph(flow)
  const path: string[] = []
  const seenAt = new Map<string, number>()
  let [id] = left
  while (id !== undefined) {
    const start = seenAt.get(id)
    if (start !== undefined) return path.slice(start).reverse()
    seenAt.set(id, path.length)
    path.push(id)
    id = incoming.get(id)?.find((edge) => left.has(edge.source))?.source
  }
  return path
}
