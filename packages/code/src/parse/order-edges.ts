import type { FlowEdge } from '@chatwright/core'
import { keyOf } from '../document/draw-edges.ts'
import { withDifference } from '../document/is-same.ts'
import type { Layout } from '../document/layout.ts'
import type { DrawnEdge } from './raw-parts.ts'
import { renamed } from './raw-parts.ts'

/** The edges in the order of the layout, with what it holds about each; those it doesn't name come after. */
export function orderEdges(
  drawn: readonly DrawnEdge[],
  held: readonly FlowEdge[],
  { layout, renames }: { layout: Layout | undefined; renames: ReadonlyMap<string, string> },
): FlowEdge[] {
  if (!layout?.edges) return [...drawn.map(({ edge }) => edge), ...held]
  const byName = new Map(drawn.map(({ edge, connection }) => [keyOf(connection), edge]))
  const byId = new Map<string, FlowEdge[]>()
  for (const edge of held.toReversed()) {
    const twins = byId.get(heldKey(edge.id, edge.source, edge.target))
    if (twins) twins.push(edge)
    else byId.set(heldKey(edge.id, edge.source, edge.target), [edge])
  }
  const used = new Set<FlowEdge>()
  const result: FlowEdge[] = []
  for (const place of layout.edges) {
    const { more = {}, without = [] } = place
    const id = place.input === undefined && Object.keys(more).length === 1 ? more['id'] : undefined
    const names = renamed(place, renames)
    const kept = typeof id === 'string' ? byId.get(heldKey(id, names.from, names.to))?.pop() : undefined
    const edge = kept ?? byName.get(keyOf(names))
    if (!edge || used.has(edge)) continue
    used.add(edge)
    const { source, target } = edge
    const settled = withDifference(edge, { set: more, without: without.filter((key) => key !== 'id') })
    result.push(kept ?? { ...settled, source, target })
  }
  const all = [...drawn.map(({ edge }) => edge), ...held]
  return [...result, ...all.filter((edge) => !used.has(edge))]
}

function heldKey(id: string, from: string, to: string): string {
  return JSON.stringify([id, from, to])
}
