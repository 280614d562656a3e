import type { EditRefusal } from '@chatwright/core'

import type { LooseEnd } from './canvas-state.ts'
import type { Canvas } from './canvas-store.ts'
import { fittingPlaces, join, joinEnds } from './fitting-handles.ts'

/** Draws a connection; why not, where it is refused. */
export function connectEnds(
  canvas: Canvas,
  end: LooseEnd,
  other: { nodeId: string; handleId: string },
): EditRefusal | undefined {
  const connection = joinEnds(end, other)
  const verdict = canvas.verdict(connection)
  if (!verdict.ok) return verdict.refusal
  canvas.run((draft) => join(draft, connection))
  return undefined
}

/**
 * Takes a connection to a node as a whole: to its only port that fits, or asks for which of several. Whether anything fits.
 */
export function connectToNode(canvas: Canvas, end: LooseEnd, nodeId: string): boolean {
  const places = fittingPlaces(canvas.store.getState().history.present, end).filter(({ node }) => node.id === nodeId)
  const [only, ...more] = places
  if (!only) return false
  if (more.length > 0) canvas.openDialog({ kind: 'connect', end, nodeId })
  else canvas.run((draft) => join(draft, only.connection))
  return true
}
