import type { Flow, FlowEdge, FlowNode, NodeData, Position } from './document.ts'
import type { RawEdge, RawFlow, RawNode } from './flow-schema.ts'
import { edgeId } from './handles.ts'

/** Columns in which nodes that say nothing of their place are put. */
const COLUMNS = 4
const COLUMN_WIDTH = 400
const ROW_HEIGHT = 500

/** Adds what the document's type promises and a file left out. A node or edge that is whole stays the same object. */
export function completeFlow(raw: RawFlow): Flow {
  const flow: Flow = {
    nodes: raw.nodes.map((node, index) => completeNode(node, placeFor(index))),
    edges: raw.edges.map(completeEdge),
  }
  if (raw.viewport) flow.viewport = raw.viewport
  return flow
}

function completeNode(raw: RawNode, place: Position): FlowNode {
  const data = completeData(raw)
  if (data === raw.data && raw.type !== undefined && raw.position) return raw as unknown as FlowNode
  return { ...raw, type: raw.type ?? 'customNode', position: raw.position ?? place, data }
}

function completeData({ id, data }: RawNode): NodeData {
  if (isWhole(id, data)) return data as NodeData
  const { credential, outputs, version, ...rest } = data
  const number = Number(version ?? Number.NaN)
  return {
    ...rest,
    ...(credential && { credential }),
    ...(outputs && { outputs }),
    ...(Number.isFinite(number) && { version: number }),
    id,
    label: data.label ?? data.name,
    type: asText(data['type']) ?? data.name,
    category: asText(data['category']) ?? '',
    baseClasses: data.baseClasses ?? [],
    inputParams: data.inputParams ?? [],
    inputAnchors: data.inputAnchors ?? [],
    inputs: data.inputs ?? {},
    outputAnchors: data.outputAnchors ?? [],
  } as NodeData
}

function isWhole(id: string, data: RawNode['data']): boolean {
  const texts = [data.label, data['type'], data['category']]
  const parts = [data.inputParams, data.inputAnchors, data.inputs, data.outputAnchors, data.baseClasses]
  return (
    data['id'] === id &&
    texts.every((text) => typeof text === 'string') &&
    parts.every((part) => part !== undefined && part !== null) &&
    ['number', 'undefined'].includes(typeof data['version']) &&
    data.credential !== null &&
    data.outputs !== null
  )
}

function completeEdge(raw: RawEdge): FlowEdge {
  if (raw.id !== undefined && typeof raw.sourceHandle === 'string' && typeof raw.targetHandle === 'string') {
    return raw as FlowEdge
  }
  const ends = {
    source: raw.source,
    target: raw.target,
    sourceHandle: raw.sourceHandle ?? '',
    targetHandle: raw.targetHandle ?? '',
  }
  return { ...raw, ...ends, id: raw.id ?? edgeId(ends) }
}

function placeFor(index: number): Position {
  return { x: (index % COLUMNS) * COLUMN_WIDTH, y: Math.floor(index / COLUMNS) * ROW_HEIGHT }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
