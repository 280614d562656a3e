import type { ReactNode } from 'react'

import { lazyDialog } from '../components/lazy-part/lazy-part.tsx'
import { NodeFormContext, type NodeFormProps } from '../features/traces/time-machine/node-form-slot.ts'

const RunNodeForm = lazyDialog(
  () => import(/* webpackChunkName: "run-drawing" */ '../features/canvas/run-node-form.tsx'),
)

/** Gives what shows runs the form that nodes have on the canvas. */
export function WithNodeForm({ children }: { children: ReactNode }) {
  return <NodeFormContext value={draw}>{children}</NodeFormContext>
}

function draw(props: NodeFormProps) {
  return <RunNodeForm {...props} />
}
