import { Draft, flowGraph, inputNameOf, nodeOutputs, parentOf } from '@chatwright/core'
import type { Flow, FlowEdge, FlowNode, Position } from '@chatwright/core'

import type * as Dagre from '@dagrejs/dagre'

import { clearPaths } from './clear-paths.ts'
import { growContainers, ROOM } from './container-room.ts'
import { likelyEdges } from './directions.ts'
import { nodeGeometry } from './node-geometry.ts'
import { GUTTER } from './place-node.ts'
import { hasBranches } from '../../../lib/steps/step-branches.ts'

const NODE_GAP = 32
/** More room for an edge that says by which branch it leaves. */
const BRANCH_ROOM = 96

/** New places for all nodes, in columns from left to right; the layout engine arrives with the first call. */
export async function layoutFlow(flow: Flow): Promise<Record<string, Position>> {
  const dagre = await import('@dagrejs/dagre')
  const containers = new Set(flow.nodes.filter(({ type }) => type === 'iteration').map(({ id }) => id))
  const level = (parent: string | undefined): Record<string, Position> => {
    const isHere = (node: FlowNode) => {
      const own = parentOf(node)
      return (own !== undefined && containers.has(own) ? own : undefined) === parent
    }
    const nodes = flow.nodes.filter(isHere)
    // What stands inside comes first: a container is as large as that needs.
    const inner = Object.assign({}, ...nodes.filter(({ id }) => containers.has(id)).map(({ id }) => level(id)))
    const grown = new Draft(flow)
    grown.try({ do: 'move', places: inner as Record<string, Position> })
    growContainers(grown)
    const ids = new Set(nodes.map((node) => node.id))
    const own = {
      nodes: grown.flow.nodes.filter(({ id }) => ids.has(id)),
      edges: flow.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
    }
    const places = layoutLevel(own, dagre)
    return { ...inner, ...(parent === undefined ? places : shiftedIn(places)) }
  }
  return level(undefined)
}

/** Below the head of the container, with room around. */
function shiftedIn(places: Readonly<Record<string, Position>>): Record<string, Position> {
  const moved = Object.entries(places).map(([id, { x, y }]) => [id, { x: x + ROOM.left, y: y + ROOM.top }] as const)
  return Object.fromEntries(moved)
}

function layoutLevel(flow: Flow, { Graph, layout }: typeof Dagre): Record<string, Position> {
  // What hangs on nothing stands where its edges would put it.
  const likely = likelyEdges(flow)
  const joined = new Set([...flow.edges, ...likely].flatMap((edge) => [edge.source, edge.target]))
  const cards = flow.nodes.filter((node) => node.type !== 'stickyNote')
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: NODE_GAP, ranksep: GUTTER, marginx: 0, marginy: 0 })
  const branching = new Set(flow.nodes.filter(hasBranches).map(({ id }) => id))
  for (const node of cards) {
    const { width, height } = nodeGeometry(node)
    if (joined.has(node.id)) graph.setNode(node.id, { width, height })
  }
  for (const edge of [...flow.edges, ...likely]) {
    if (!graph.hasNode(edge.source) || !graph.hasNode(edge.target)) continue
    graph.setEdge(edge.source, edge.target, branching.has(edge.source) ? { width: BRANCH_ROOM, height: 0 } : {})
  }
  layout(graph)

  const places: Record<string, Position> = {}
  const placed = cards.filter(({ id }) => joined.has(id))
  for (const node of placed) {
    const { width, height } = nodeGeometry(node)
    const { x, y } = graph.node(node.id) as Position
    places[node.id] = { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }
  }
  orderByPorts(flow, places)
  clearPaths(flow, places)
  // What made room upwards must not stand on the head of a container.
  const top = Math.min(0, ...placed.map(({ id }) => places[id]?.y ?? 0))
  for (const { id } of placed) places[id] = { x: places[id]?.x ?? 0, y: (places[id]?.y ?? 0) - top }
  const bottom = Math.max(0, ...placed.map((node) => (places[node.id]?.y ?? 0) + nodeGeometry(node).height))
  // Nodes that could hang on nothing stand in a row below, where they are seen and in nobody's way.
  let x = 0
  for (const node of inOrder(cards.filter(({ id }) => !joined.has(id)))) {
    places[node.id] = { x, y: Math.round(bottom === 0 ? 0 : bottom + GUTTER) }
    x += nodeGeometry(node).width + GUTTER
  }
  return places
}

/** Where a run begins comes first, where its paths end comes last. */
function inOrder(nodes: readonly FlowNode[]): FlowNode[] {
  const place = (node: FlowNode) => (node.data['hideInput'] === true ? 0 : nodeOutputs(node).length > 0 ? 1 : 2)
  return nodes.toSorted((a, b) => place(a) - place(b))
}

/**
 * Puts what feeds one card into the order of its ports, so that their edges do not cross: the layout engine knows nodes
 * and no ports. Only neighbours in one column change places, so nothing else is in the way.
 */
function orderByPorts(flow: Flow, places: Record<string, Position>): void {
  const { nodes, outgoing } = flowGraph(flow)
  const centre = (id: string) => (places[id]?.x ?? 0) + widthOf(nodes.get(id)) / 2
  for (const target of flow.nodes) {
    const wanted = [...new Set(feedingEdges(flow, target).map((edge) => edge.source))].filter(
      (id) => places[id] !== undefined && outgoing.get(id)?.length === 1,
    )
    for (const column of groupBy(wanted, centre)) {
      const present = Object.keys(places).filter((id) => centre(id) === centre(column[0] ?? ''))
      const ordered = present.sort((a, b) => (places[a]?.y ?? 0) - (places[b]?.y ?? 0))
      const first = Math.min(...column.map((id) => ordered.indexOf(id)))
      const areNeighbours = column.every((id) => ordered.indexOf(id) < first + column.length)
      if (!areNeighbours) continue
      let y = places[ordered[first] ?? '']?.y ?? 0
      for (const id of column) {
        const node = nodes.get(id)
        places[id] = { x: places[id]?.x ?? 0, y }
        y += (node ? nodeGeometry(node).height : 0) + NODE_GAP
      }
    }
  }
}

function widthOf(node: FlowNode | undefined): number {
  return node ? nodeGeometry(node).width : 0
}

function groupBy(ids: readonly string[], key: (id: string) => number): string[][] {
  const groups = new Map<number, string[]>()
  for (const id of ids) groups.set(key(id), [...(groups.get(key(id)) ?? []), id])
  return [...groups.values()]
}

function feedingEdges(flow: Flow, node: FlowNode): FlowEdge[] {
  const names = [...node.data.inputAnchors, ...node.data.inputParams].map((input) => input.name)
  const place = (edge: FlowEdge) => names.indexOf(inputNameOf(edge))
  return [...(flowGraph(flow).incoming.get(node.id) ?? [])].sort((a, b) => place(a) - place(b))
}
