import { flowGraph } from '@chatwright/core'
import type { FlowNode } from '@chatwright/core'

import { useCanvasState } from '../canvas-context.tsx'

/** The node a dialog is about; nothing once it is gone, by an undo for example. */
export function useDialogNode(nodeId: string): FlowNode | undefined {
  return useCanvasState((state) => flowGraph(state.history.present).nodes.get(nodeId))
}
