import type { FlowEdge, FlowNode, Position } from '@chatwright/core'
import { parentOf } from '@chatwright/core'
import { codeOrder } from '../document/code-order.ts'
import type { Layout, PlacedNode } from '../document/layout.ts'
import { Corners, placed } from '../document/layout.ts'

/** Room for a card and the wires beside it. */
const COLUMN = 400
const ROW = 400

interface Placing {
  made: ReadonlyMap<string, FlowNode>
  /** Nodes that stand in the flow as they are. */
  twins: readonly FlowNode[]
  edges: readonly FlowEdge[]
  layout: Layout | undefined
  /** The id under which the layout has a node that was renamed since. */
  former: ReadonlyMap<string, string>
}

/** The nodes at their places, in the order of the layout. One that has none goes beside what feeds it. */
export function placeNodes({ made, twins, edges, layout, former }: Placing): FlowNode[] {
  const known = new Map((layout?.nodes ?? []).map((place) => [place.id, place]))
  const places = new Map<string, PlacedNode>()
  for (const id of made.keys()) {
    const place = known.get(former.get(id) ?? id)
    if (place) places.set(id, place)
  }
  if (places.size < made.size) findPlaces(made, edges, places)
  const rank = new Map([...known.keys()].map((id, index) => [id, index]))
  const last = rank.size
  const ids = [...made.keys()].toSorted(
    (one, other) => (rank.get(former.get(one) ?? one) ?? last) - (rank.get(former.get(other) ?? other) ?? last),
  )
  const corners = new Corners(
    ids.map((id) => ({ id, position: places.get(id) ?? { x: 0, y: 0 }, parentNode: made.get(id)?.['parentNode'] })),
  )
  return [...ids.map((id) => placed(made.get(id)!, places.get(id)!, corners.of(id))), ...twins]
}

function findPlaces(
  made: ReadonlyMap<string, FlowNode>,
  edges: readonly FlowEdge[],
  places: Map<string, PlacedNode>,
): void {
  const sources = new Map<string, string[]>()
  for (const { source, target } of edges) {
    const list = sources.get(target)
    if (list) list.push(source)
    else sources.set(target, [source])
  }
  const free = new Map<string, number>()
  const columnOf = (id: string, x: number): string => `${parentOf(made.get(id)!) ?? ''} ${Math.round(x / COLUMN)}`
  const take = (id: string, { x, y }: Position): void => {
    const column = columnOf(id, x)
    free.set(column, Math.max(free.get(column) ?? 0, y + ROW))
  }
  for (const [id, place] of places) take(id, place)
  for (const id of codeOrder([...made.values()], edges)) {
    if (places.has(id)) continue
    const before = (sources.get(id) ?? []).flatMap((source) => places.get(source) ?? [])
    const right = before.reduce<number | undefined>((most, { x }) => Math.max(most ?? x, x), undefined)
    const x = right === undefined ? 0 : right + COLUMN
    const position = { x, y: free.get(columnOf(id, x)) ?? before[0]?.y ?? 0 }
    take(id, position)
    places.set(id, { id, node: made.get(id)!.data.name, ...position })
  }
}
