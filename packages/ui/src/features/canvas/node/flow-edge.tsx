import { BaseEdge, EdgeLabelRenderer, getBezierPath } from '@xyflow/react'
import type { EdgeProps } from '@xyflow/react'
import { findOutput, flowGraph, isStepNode } from '@chatwright/core'
import { memo } from 'react'

import { useBranchWords } from '../../../lib/steps/use-branch-words.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { nodeKind, portKind } from '../model/port-kinds.ts'
import type { CanvasEdge } from '../model/project-flow.ts'
import { EdgeTools } from './edge-tools.tsx'
import { portColor } from './port-color.ts'

/** A few letters, and the room that a port takes at either end. */
const LEAST_LABEL = 64
const PORT_ROOM = 12

/** A connection; with the pointer or the focus on it, it can be cut or a node put in between. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, target, sourceHandleId, selected, data } = props
  const isHovered = useCanvasState((state) => state.hoveredEdge === id)
  const isRunning = useCanvasState((state) => state.runs[target]?.status === 'running')
  const difference = useCanvasState((state) => state.differences[id]?.state)
  const isLit = isHovered || selected === true
  const port = useCanvasState((state) => {
    // At rest every edge has one colour, and hundreds need not look for theirs.
    if (!isLit && !isRunning) return undefined
    const node = flowGraph(state.history.present).nodes.get(source)
    if (node && isStepNode(node)) return portColor[nodeKind(node.data)]
    return portColor[portKind((node && findOutput(node, sourceHandleId ?? '')?.types) ?? [])]
  })
  const wordsOf = useBranchWords()
  const label = data?.branch ? wordsOf(data.branch) : (data?.label ?? '')
  const [path, x, y] = getBezierPath(props)
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={20}
        className={`cw-edge${isLit ? ' is-lit' : ''}${isRunning ? ' is-running' : ''}${difference ? ` is-${difference}` : ''}`}
        {...(port !== undefined && { style: { '--port': port } })}
      />
      {isLit || label ? (
        <EdgeLabelRenderer>
          <EdgeTools id={id} label={label} at={{ x, y }} room={labelRoom(props)} isOpen={isLit} />
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
})

/** Between the ports of cards that stand side by side; an edge that leads back has all the room it wants. */
function labelRoom({ sourceX, targetX }: EdgeProps<CanvasEdge>): number | undefined {
  return targetX > sourceX ? Math.max(LEAST_LABEL, targetX - sourceX - 2 * PORT_ROOM) : undefined
}
