import type { Flow, FlowNode, Position } from '@chatwright/core'
import type { Connection } from './draw-edges.ts'
import type { Difference } from './is-same.ts'
import { differenceOf, isRecord } from './is-same.ts'

/** Where things are and what they look like: everything of a flow that a run does not depend on. */
export interface Layout {
  viewport?: unknown
  /** In the order of the flow. */
  nodes: PlacedNode[]
  /** Only where the flow has them in another order than the code, or with something that the canvas would not give them. */
  edges?: PlacedEdge[]
  more?: Record<string, unknown>
}

export interface PlacedNode {
  id: string
  /** The name of its type, by which a node is found again that was given another id. */
  node: string
  x: number
  y: number
  width?: number
  height?: number
  more?: Record<string, unknown>
  without?: string[]
}

interface PlacedEdge extends Connection {
  more?: Record<string, unknown>
  without?: string[]
}

const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['id', 'data', 'position', 'positionAbsolute', 'width', 'height'])

/** What the layout holds about a node, seen from the one that the code alone would give. */
export function placeOf(node: FlowNode, spoken: FlowNode, corner: Position): PlacedNode {
  const { x, y } = node.position
  const { set, without } = differenceOf(spoken, node, (key) => !SAID_ELSEWHERE.has(key))
  if (Object.keys(node.position).length > 2) set['position'] = node.position
  const size = sizeOf(node, spoken)
  for (const key of ['width', 'height'] as const) {
    if (key in size) continue
    if (node[key] !== undefined && node[key] !== spoken[key]) set[key] = node[key]
    if (node[key] === undefined && spoken[key] !== undefined) without.push(key)
  }
  const whole = absoluteOf({ x, y }, corner)
  const { positionAbsolute } = node
  if (positionAbsolute === undefined) without.push('positionAbsolute')
  else if (differenceOf({ whole }, { whole: positionAbsolute }).set['whole']) set['positionAbsolute'] = positionAbsolute
  return {
    id: node.id,
    node: node.data.name,
    x,
    y,
    ...size,
    ...(Object.keys(set).length > 0 && { more: set }),
    ...(without.length > 0 && { without }),
  }
}

function sizeOf(node: FlowNode, spoken: FlowNode): { width?: number; height?: number } {
  const { width, height } = node
  if (typeof width !== 'number' || typeof height !== 'number') return {}
  return width === spoken.width && height === spoken.height ? {} : { width, height }
}

/** The node at its place. */
export function placed(spoken: FlowNode, place: PlacedNode, corner: Position): FlowNode {
  const { x, y, width, height, more = {}, without = [] } = place
  const position = { x, y }
  const node: FlowNode = {
    ...spoken,
    position,
    positionAbsolute: absoluteOf(position, corner),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...more,
    // The code alone says what a node is.
    id: spoken.id,
    data: spoken.data,
  }
  for (const key of without) if (key !== 'id' && key !== 'data' && key !== 'position') delete node[key]
  if (spoken['parentNode'] !== undefined) node['parentNode'] = spoken['parentNode']
  return node
}

export function absoluteOf({ x, y }: Position, corner: Position): Position {
  return { x: corner.x + x, y: corner.y + y }
}

/** Reads what a layout file holds; throws with words for what is wrong. */
export function readLayout(value: unknown): Layout {
  if (!isRecord(value)) throw new TypeError('an object is expected')
  const { viewport, nodes = [], edges, more } = value
  if (!Array.isArray(nodes)) throw new TypeError('"nodes" is a list')
  if (edges !== undefined && !Array.isArray(edges)) throw new TypeError('"edges" is a list')
  if (more !== undefined && !isRecord(more)) throw new TypeError('"more" is an object')
  return {
    ...(isRecord(viewport) && isViewport(viewport) && { viewport }),
    nodes: nodes.map((each: unknown) => readPlace(each)),
    ...(edges && { edges: edges.map((each: unknown) => readPlacedEdge(each)) }),
    ...(more && { more }),
  }
}

function isViewport({ x, y, zoom }: Record<string, unknown>): boolean {
  return [x, y, zoom].every((each) => typeof each === 'number')
}

function readPlace(value: unknown): PlacedNode {
  if (!isRecord(value)) throw new TypeError('each of "nodes" is an object')
  const { id, node, x, y, width, height } = value
  if (typeof id !== 'string') throw new TypeError('each of "nodes" has an "id"')
  if (typeof x !== 'number' || typeof y !== 'number')
    throw new TypeError(`the place of "${id}" is two numbers, "x" and "y"`)
  return {
    id,
    node: typeof node === 'string' ? node : '',
    x,
    y,
    ...(typeof width === 'number' && { width }),
    ...(typeof height === 'number' && { height }),
    ...readDifference(value),
  }
}

function readPlacedEdge(value: unknown): PlacedEdge {
  const { from, branch, to, input } = isRecord(value) ? value : {}
  if (!isRecord(value) || typeof from !== 'string' || typeof to !== 'string') {
    throw new TypeError('each of "edges" has a "from" and a "to"')
  }
  return {
    from,
    ...(typeof branch === 'string' && { branch }),
    to,
    ...(typeof input === 'string' && { input }),
    ...readDifference(value),
  }
}

function readDifference({ more, without }: Record<string, unknown>): { more?: Difference['set']; without?: string[] } {
  return {
    ...(isRecord(more) && { more }),
    ...(Array.isArray(without) && { without: without.filter((key) => typeof key === 'string') }),
  }
}

/** The corners from which the places of nodes are counted: of what stands in a container, the container's. */
export class Corners {
  readonly #places = new Map<string, { position: Position; parent: string | undefined }>()
  readonly #corners = new Map<string, Position>()

  constructor(nodes: Iterable<{ id: string; position: Position; parentNode?: unknown }>) {
    for (const { id, position, parentNode } of nodes) {
      this.#places.set(id, { position, parent: typeof parentNode === 'string' ? parentNode : undefined })
    }
  }

  of(id: string): Position {
    const path: string[] = []
    const seen = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && !seen.has(at) && !this.#corners.has(at)) {
      seen.add(at)
      path.push(at)
      at = this.#places.get(at)?.parent
    }
    let corner = { x: 0, y: 0 }
    for (const each of path.toReversed()) {
      const parent = this.#places.get(each)?.parent ?? ''
      const place = this.#places.get(parent)?.position
      const above = this.#corners.get(parent)
      corner = place && above ? absoluteOf(place, above) : { x: 0, y: 0 }
      this.#corners.set(each, corner)
    }
    return this.#corners.get(id) ?? corner
  }
}

/** All of a flow but its nodes and edges. */
export function restOf(flow: Flow): Pick<Layout, 'viewport' | 'more'> {
  const { nodes: _, edges: __, viewport, ...more } = flow as Flow & Record<string, unknown>
  return { ...(viewport !== undefined && { viewport }), ...(Object.keys(more).length > 0 && { more }) }
}
