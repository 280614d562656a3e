import type { FlowNode, InputParam } from '@chatwright/core'

import { useCanvas } from '../canvas-context.tsx'

/** The way from a field to a dialog of its own: variables of a prompt have one of their kind. */
export function useExpand(node: FlowNode) {
  const canvas = useCanvas()
  return (param: InputParam) => {
    const kind = param.type === 'json' && param.acceptVariable ? ('prompt-values' as const) : ('text' as const)
    canvas.openDialog({ kind, nodeId: node.id, name: param.name })
  }
}
