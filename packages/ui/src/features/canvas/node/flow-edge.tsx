import { BaseEdge, EdgeLabelRenderer, getBezierPath } from '@xyflow/react'
import type { EdgeProps } from '@xyflow/react'
import { findOutput, flowGraph } from '@chatwright/core'
import { memo } from 'react'

import { useCanvasState } from '../canvas-context.tsx'
import { portKind } from '../model/port-kinds.ts'
import type { CanvasEdge } from '../model/project-flow.ts'
import { EdgeTools } from './edge-tools.tsx'
import { portColor } from './port-color.ts'

/** A connection; with the pointer or the focus on it, it can be cut or a node put in between. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, target, sourceHandleId, selected, data } = props
  const isHovered = useCanvasState((state) => state.hoveredEdge === id)
  const isRunning = useCanvasState((state) => state.runs[target]?.status === 'running')
  const isLit = isHovered || selected === true
  const port = useCanvasState((state) => {
    // At rest every edge has one colour, and hundreds need not look for theirs.
    if (!isLit && !isRunning) return undefined
    const node = flowGraph(state.history.present).nodes.get(source)
    return portColor[portKind((node && findOutput(node, sourceHandleId ?? '')?.types) ?? [])]
  })
  const [path, x, y] = getBezierPath(props)
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={20}
        className={`cw-edge${isLit ? ' is-lit' : ''}${isRunning ? ' is-running' : ''}`}
        {...(port !== undefined && { style: { '--port': port } })}
      />
      {isLit || data?.label ? (
        <EdgeLabelRenderer>
          <EdgeTools id={id} label={data?.label ?? ''} at={{ x, y }} isOpen={isLit} />
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
})
