import { connect } from '@chatwright/core'

import type { LooseEnd } from './canvas-state.ts'
import type { Canvas } from './canvas-store.ts'
import { joinEnds } from './fitting-handles.ts'

/** Draws a connection; the reason when it is refused, in words for people. */
export function connectEnds(
  canvas: Canvas,
  end: LooseEnd,
  other: { nodeId: string; handleId: string },
): string | undefined {
  const connection = joinEnds(end, other)
  const verdict = canvas.verdict(connection)
  if (!verdict.ok) return verdict.reason
  canvas.run(connect(connection))
  return undefined
}
