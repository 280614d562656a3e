import type { NodeDescription } from '@chatwright/core'
import { useMemo } from 'react'

import { lazyPart } from '../components/lazy-part/lazy-part.tsx'
import type { DrawingProps } from '../parts/run-view/run-view.tsx'

const RunDrawing = lazyPart(() => import(/* webpackChunkName: "run-drawing" */ '../features/canvas/run-drawing.tsx'))

/** The canvas draws, the traces say how it went; the two know nothing of each other. */
export function ExecutionDrawing({ flow, ...shown }: DrawingProps) {
  // The contract leaves declarations open; these are those of the catalogue.
  const nodes = useMemo(() => flow.nodes as unknown as NodeDescription[], [flow])
  return <RunDrawing flowData={flow.flowData} nodes={nodes} {...shown} />
}
