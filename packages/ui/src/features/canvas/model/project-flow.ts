import { edgeLabel, findOutput, flowGraph, inputNameOf, isStepNode, parentOf } from '@chatwright/core'
import type { Flow, FlowEdge, FlowNode, Position } from '@chatwright/core'
import { Position as Side } from '@xyflow/react'
import type { Edge, Node } from '@xyflow/react'

import { labelsIn } from '../../../lib/steps/labels-in.ts'
import { CARD, nodeGeometry } from './node-geometry.ts'
import type { NodeGeometry } from './node-geometry.ts'
import { canOpen, NONE_OPEN } from './open-nodes.ts'
import type { Opened } from './open-nodes.ts'
import { branchWords, hasBranches } from '../../../lib/steps/step-branches.ts'
import type { BranchWords } from '../../../lib/steps/step-branches.ts'

export type CanvasNode = Node<{ node: FlowNode; geometry: NodeGeometry; isOpen: boolean }, 'card' | 'note'>
export type CanvasEdge = Edge<{ label: string; inputName: string; branch?: BranchWords }, 'flow'>

export interface Marks {
  selectedNodes: ReadonlySet<string>
  selectedEdges: ReadonlySet<string>
  /** Where nodes are while they are being dragged; the document hears of it when they are dropped. */
  dragged: Readonly<Record<string, Position>>
  /** Which nodes show their whole form. */
  opened?: Opened
}

interface Drawn<Source, Result> {
  source: Source
  isSelected: boolean
  position: Position | undefined
  geometry?: NodeGeometry
  /** How far it stands below its place. */
  down?: number
  /** The step that an edge leaves by one of several ways, and what it says of that. */
  from?: FlowNode | undefined
  branch?: BranchWords | undefined
  /** The names of the nodes that an edge joins. */
  joins?: Joined
  result: Result
}

interface Joined {
  source: string
  target: string
}

/** Says what an edge is to whoever does not see it. Asked again only when a node was renamed: it takes its time. */
export type NameEdge = (joins: Joined) => string

/**
 * Makes a function that turns the flow into what React Flow draws. What did not change since the last call is the same
 * object again, so that a key typed into one node redraws that node alone.
 */
export function createProjection(nameEdge: NameEdge): {
  nodes(flow: Flow, marks: Marks): CanvasNode[]
  edges(flow: Flow, marks: Marks): CanvasEdge[]
} {
  let drawnNodes = new Map<string, Drawn<FlowNode, CanvasNode>>()
  let drawnEdges = new Map<string, Drawn<FlowEdge, CanvasEdge>>()
  const keepNodes = keepSame<CanvasNode>()
  const keepEdges = keepSame<CanvasEdge>()
  return {
    nodes(flow, { selectedNodes, dragged, opened = NONE_OPEN }) {
      const next = new Map<string, Drawn<FlowNode, CanvasNode>>()
      const nodes = flow.nodes.map((source) => {
        const isSelected = selectedNodes.has(source.id)
        const down = opened.shift.get(source.id) ?? 0
        const held = dragged[source.id]
        const geometry = opened.geometry.get(source.id) ?? nodeGeometry(source)
        const before = drawnNodes.get(source.id)
        const isWhereItWas = held ? before?.position === held : before?.down === down && before.position === undefined
        const position = held ?? (down === 0 ? undefined : { x: source.position.x, y: source.position.y + down })
        const drawn =
          before?.source === source && before.isSelected === isSelected && before.geometry === geometry && isWhereItWas
            ? before
            : {
                source,
                isSelected,
                position: held,
                down,
                geometry,
                result: drawNode(source, { isSelected, position, geometry, isOpen: opened.geometry.has(source.id) }),
              }
        next.set(source.id, drawn)
        return drawn.result
      })
      drawnNodes = next
      return keepNodes(containersFirst(nodes))
    },
    edges(flow, { selectedEdges }) {
      const { nodes } = flowGraph(flow)
      const labelOf = labelsIn(flow)
      const next = new Map<string, Drawn<FlowEdge, CanvasEdge>>()
      const edges = flow.edges.map((source) => {
        const isSelected = selectedEdges.has(source.id)
        const before = drawnEdges.get(source.id)
        const node = nodes.get(source.source)
        const from = node && hasBranches(node) ? node : undefined
        // A branch may be called after a node that was renamed.
        const branch = from && branchWords(from, source.sourceHandle, labelOf)
        const joins = { source: labelOf(source.source) ?? '', target: labelOf(source.target) ?? '' }
        const isAsBefore =
          before?.source === source &&
          before.from === from &&
          before.joins?.source === joins.source &&
          before.joins.target === joins.target &&
          JSON.stringify(before.branch) === JSON.stringify(branch)
        const drawn =
          isAsBefore && before.isSelected === isSelected
            ? before
            : {
                source,
                isSelected,
                position: undefined,
                from,
                branch,
                joins,
                result: drawEdge(source, { node, branch, name: nameEdge(joins), isSelected }),
              }
        next.set(source.id, drawn)
        return drawn.result
      })
      drawnEdges = next
      return keepEdges(edges)
    },
  }
}

/** The list of before, where the new one holds the same: React Flow goes through every connection of a list it has not seen. */
function keepSame<Item>(): (items: Item[]) => Item[] {
  let before: Item[] = []
  return (items) => {
    const isSame = items.length === before.length && items.every((item, index) => item === before[index])
    if (!isSame) before = items
    return before
  }
}

/** What stands in a container is drawn after it, wherever the file has it. */
function containersFirst(nodes: CanvasNode[]): CanvasNode[] {
  if (!nodes.some((node) => node.parentId !== undefined)) return nodes
  const parents = new Map(nodes.map((node) => [node.id, node.parentId]))
  const depth = (id: string | undefined, most: number): number =>
    id === undefined || most === 0 ? 0 : 1 + depth(parents.get(id), most - 1)
  return nodes.toSorted((a, b) => depth(a.parentId, nodes.length) - depth(b.parentId, nodes.length))
}

interface DrawnAs {
  isSelected: boolean
  position: Position | undefined
  geometry: NodeGeometry
  isOpen: boolean
}

function drawNode(node: FlowNode, { isSelected, position, geometry, isOpen }: DrawnAs): CanvasNode {
  const { width, height, ports } = geometry
  const parentId = parentOf(node)
  return {
    id: node.id,
    type: node.type === 'stickyNote' ? 'note' : 'card',
    position: position ?? node.position,
    data: { node, geometry, isOpen: isOpen && canOpen(node) },
    ...(parentId !== undefined && { parentId }),
    selected: isSelected,
    ariaLabel: node.data.label,
    width,
    height,
    measured: { width, height },
    handles: ports.map((port) => ({
      id: port.id,
      type: port.side === 'input' ? ('target' as const) : ('source' as const),
      position: port.side === 'input' ? Side.Left : Side.Right,
      x: (port.side === 'input' ? 0 : width) - CARD.handle / 2,
      y: port.y - CARD.handle / 2,
      width: CARD.handle,
      height: CARD.handle,
    })),
  }
}

interface DrawnFrom {
  node: FlowNode | undefined
  branch: BranchWords | undefined
  name: string
  isSelected: boolean
}

function drawEdge(edge: FlowEdge, { node: from, branch, name, isSelected }: DrawnFrom): CanvasEdge {
  const isStep = from !== undefined && isStepNode(from)
  const label = isStep ? '' : (edge.data?.label ?? edgeLabel(edge.sourceHandle))
  const depth = edge['zIndex']
  return {
    id: edge.id,
    type: 'flow',
    source: edge.source,
    target: edge.target,
    // A branch may be told by a suffix that is no handle of the node: it is drawn from the output it is read as.
    sourceHandle: (from && findOutput(from, edge.sourceHandle)?.handle) ?? edge.sourceHandle,
    targetHandle: edge.targetHandle,
    ariaLabel: name,
    selected: isSelected,
    ...(typeof depth === 'number' && { zIndex: depth }),
    data: {
      label,
      inputName: inputNameOf(edge),
      ...(branch && { branch }),
    },
  }
}
