import type { Flow } from '@chatwright/core'
import { createHash } from 'node:crypto'

/** The name of a graph: the same for the same text. */
export function graphHash(flowData: string): string {
  return createHash('sha256').update(flowData).digest('base64url')
}

/** The name of what a flow does: the same wherever its nodes stand and whatever is selected. */
export function drawingHash({ nodes, edges }: Flow): string {
  const told = [
    nodes.map(({ id, type, parentNode, data: { selected: _, ...data } }) => [id, type, parentNode, data]),
    edges.map(({ source, sourceHandle, target, targetHandle }) => [source, sourceHandle, target, targetHandle]),
  ]
  return graphHash(JSON.stringify(told))
}
