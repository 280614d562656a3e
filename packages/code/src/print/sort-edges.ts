import type { Flow, FlowEdge, FlowKind, FlowNode } from '@chatwright/core'
import { instanceReference } from '@chatwright/core'
import type { Connection } from '../document/draw-edges.ts'
import { compareConnections, drawEdge, impliedBy, keyOf, nameEdge, wholeReference } from '../document/draw-edges.ts'
import { differenceOf, isSame } from '../document/is-same.ts'
import type { Layout } from '../document/layout.ts'

export interface SortedEdges {
  /** By target: the connections that its code names, in the order in which parsing finds them. */
  said: ReadonlyMap<string, readonly Connection[]>
  /** What the texts of nodes mean although the flow has it not. */
  deny: Connection[]
  /** What no node can say: by names where these say all of it, else as it is. */
  raw: (FlowEdge | Connection)[]
  /** Order and particulars; nothing where both are the usual ones. */
  placed: Layout['edges']
}

interface Drawing {
  flow: Flow
  kind: FlowKind
  /** The ids as the code has them. */
  order: readonly string[]
  nodes: ReadonlyMap<string, FlowNode>
  /** The inputs of each node that its code writes. */
  written: ReadonlyMap<string, Readonly<Record<string, unknown>>>
  isEarlier: (one: string, other: string) => boolean
}

interface NamedEdge {
  connection: Connection
  edge: FlowEdge
  /** As the canvas would draw it. */
  drawn?: FlowEdge
}

/** Which edges the code says by names, which it has to deny, and which it can only hold as they are. */
export function sortEdges({ flow, kind, order, nodes, written, isEarlier }: Drawing): SortedEdges {
  const named = new Map<string, NamedEdge>()
  for (const edge of flow.edges) {
    const connection = nameEdge(kind, nodes, edge)
    const key = connection && keyOf(connection)
    if (connection && key !== undefined && !named.has(key)) named.set(key, { connection, edge })
  }
  const incoming = new Map<string, Connection[]>()
  for (const each of named.values()) {
    const { from, to } = each.connection
    const [source, target] = [nodes.get(from)!, nodes.get(to)!]
    const outcome = drawEdge(kind, { source, target }, each.connection)
    if ('edge' in outcome) each.drawn = outcome.edge
    if (!each.drawn || !isEarlier(from, to)) continue
    const known = incoming.get(to)
    if (known) known.push(each.connection)
    else incoming.set(to, [each.connection])
  }
  const said = new Map<string, Connection[]>()
  const deny: Connection[] = []
  const inOrder: NamedEdge[] = []
  for (const id of order) {
    const target = nodes.get(id)!
    const arriving = incoming.get(id) ?? []
    const implied = kind === 'chat' ? impliedBy(target, nodes) : []
    const spoken =
      kind === 'chat' ? sayable(target, arriving, written.get(id) ?? {}) : arriving.toSorted(compareConnections(order))
    const meant = new Set<string>()
    said.set(id, spoken)
    for (const connection of spoken) meant.add(keyOf(connection))
    const keys = [...meant]
    for (const connection of implied) {
      const key = keyOf(connection)
      const isThere = named.get(key)?.drawn !== undefined && isEarlier(connection.from, id)
      if (!isThere) deny.push(connection)
      else if (!meant.has(key)) {
        meant.add(key)
        keys.push(key)
      }
    }
    for (const key of keys) inOrder.push(named.get(key)!)
  }
  const isSaid = new Set(inOrder.map(({ edge }) => edge))
  const byEdge = new Map([...named.values()].map((each) => [each.edge, each]))
  const raw = flow.edges.flatMap((edge) => {
    const each = byEdge.get(edge)
    if (isSaid.has(edge)) return []
    return [each?.drawn && isSame(edge, each.drawn) ? each.connection : edge]
  })
  return { said, deny, raw, placed: placeEdges({ flow, inOrder, raw, named }) }
}

/** The connections that an input's value names, as the canvas writes them. */
function sayable(
  target: FlowNode,
  arriving: readonly Connection[],
  written: Readonly<Record<string, unknown>>,
): Connection[] {
  if (arriving.length === 0) return []
  const { inputs, inputAnchors, inputParams } = target.data
  const isBare = inputAnchors.length === 0 && inputParams.length === 0
  const waiting = new Map<string, Connection>()
  for (const connection of arriving) {
    const reference = `${connection.input} ${connection.from}`
    // Two branches of one node can't be told apart by the reference to it; the second is held as it is.
    if (!waiting.has(reference)) waiting.set(reference, connection)
  }
  return Object.entries(inputs).flatMap(([input, value]) => {
    const anchor = inputAnchors.find(({ name }) => name === input)
    if ((!anchor && !isBare) || !Object.hasOwn(written, input)) return []
    const entries: unknown[] = Array.isArray(value) ? value : [value]
    const isSingle = anchor !== undefined && !anchor.list
    const found = entries.flatMap((entry): Connection[] => {
      const from = wholeReference(entry)
      const connection = from === undefined ? undefined : waiting.get(`${input} ${from}`)
      if (!connection || instanceReference(connection.from) !== entry) return []
      waiting.delete(`${input} ${from}`)
      return [connection]
    })
    return isSingle ? found.slice(0, 1) : found
  })
}

function placeEdges(edges: {
  flow: Flow
  inOrder: readonly NamedEdge[]
  raw: SortedEdges['raw']
  named: ReadonlyMap<string, NamedEdge>
}): Layout['edges'] {
  const { flow, inOrder, raw, named } = edges
  const held = raw.map((each) => ('source' in each ? each : named.get(keyOf(each))?.drawn))
  if (isSame([...inOrder.map(({ drawn }) => drawn), ...held], flow.edges)) return undefined
  const said = new Map(inOrder.map((each) => [each.edge, each]))
  return flow.edges.map((edge) => {
    const each = said.get(edge)
    if (!each) return { from: edge.source, to: edge.target, more: { id: edge.id } }
    const { set, without } = differenceOf({ ...each.drawn }, edge)
    return {
      ...each.connection,
      ...(Object.keys(set).length > 0 && { more: set }),
      ...(without.length > 0 && { without }),
    }
  })
}
