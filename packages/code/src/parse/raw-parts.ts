import type { FlowEdge, FlowNode } from '@chatwright/core'
import { FlowSchema } from '@chatwright/core'
import type { Connection } from '../document/draw-edges.ts'
import { isRecord } from '../document/is-same.ts'
import { CodeFault } from '../problem.ts'
import type { Span } from '../syntax/syntax.ts'

/** An edge and the names by which the code says it. */
export interface DrawnEdge {
  edge: FlowEdge
  connection: Connection
}

/** What `raw({ … })` holds: an edge as it is, or one that no input can name. */
export type HeldEdge = { edge: FlowEdge } | { connection: Connection; place: Span }

export interface RawParts {
  nodes: FlowNode[]
  edges: HeldEdge[]
  withoutEdges: Connection[]
}

export function addRaw(parts: RawParts, key: keyof RawParts, each: unknown, place: Span): void {
  if (key === 'nodes') {
    if (!FlowSchema.safeParse({ nodes: [each], edges: [] }).success || !isRecord(each) || !isRecord(each['position'])) {
      throw new CodeFault('raw-wrong', place, { expected: 'whole nodes' })
    }
    parts.nodes.push(each as unknown as FlowNode)
    return
  }
  const connection = readConnection(each)
  if (connection) {
    if (key === 'edges') parts.edges.push({ connection, place })
    else parts.withoutEdges.push(connection)
    return
  }
  const isEdge = key === 'edges' && isRecord(each) && FlowSchema.safeParse({ nodes: [], edges: [each] }).success
  if (!isEdge) throw new CodeFault('raw-wrong', place, { expected: "edges such as { from: 'a', to: 'b' }" })
  parts.edges.push({ edge: each as unknown as FlowEdge })
}

function readConnection(value: unknown): Connection | undefined {
  const { from, branch, to, input, ...others } = isRecord(value) ? value : {}
  if (typeof from !== 'string' || typeof to !== 'string' || Object.keys(others).length > 0) return undefined
  const isText = [branch, input].every((each) => each === undefined || typeof each === 'string')
  if (!isText) return undefined
  return {
    from,
    to,
    ...(typeof branch === 'string' && { branch }),
    ...(typeof input === 'string' && { input }),
  }
}

/** Names after consts were renamed. */
export function renamed(connection: Connection, renames: ReadonlyMap<string, string>): Connection {
  if (renames.size === 0) return connection
  const { from, to } = connection
  return { ...connection, from: renames.get(from) ?? from, to: renames.get(to) ?? to }
}

export function renamedEdge(edge: FlowEdge, renames: ReadonlyMap<string, string>): FlowEdge {
  const [source, target] = [renames.get(edge.source), renames.get(edge.target)]
  if (source === undefined && target === undefined) return edge
  const rehandled = (handle: string, old: string, id: string | undefined) =>
    id !== undefined && typeof handle === 'string' && handle.startsWith(old) ? id + handle.slice(old.length) : handle
  return {
    ...edge,
    source: source ?? edge.source,
    target: target ?? edge.target,
    sourceHandle: rehandled(edge.sourceHandle, edge.source, source),
    targetHandle: rehandled(edge.targetHandle, edge.target, target),
  }
}
