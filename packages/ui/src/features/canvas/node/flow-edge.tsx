import { BaseEdge, EdgeLabelRenderer, getBezierPath, useStore } from '@xyflow/react'
import type { EdgeProps, ReactFlowState } from '@xyflow/react'
import { findOutput, flowGraph, isStepNode } from '@chatwright/core'
import { memo } from 'react'

import { useBranchWords } from '../../../lib/steps/use-branch-words.ts'
import { useCanvasState } from '../canvas-context.tsx'
import { backPath, laneUnder, leadsBack } from '../model/back-path.ts'
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
  const { path, middle } = useDrawnPath(props)
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
          <EdgeTools id={id} label={label} at={middle} room={labelRoom(props)} isOpen={isLit} />
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
})

/** A curve; one that leads back runs under the cards, where a curve would be hidden behind them. */
function useDrawnPath(ends: EdgeProps<CanvasEdge>): { path: string; middle: { x: number; y: number } } {
  const lane = useStore((state: ReactFlowState) =>
    leadsBack(ends) ? laneUnder(ends, cardsAround(ends, state)) : undefined,
  )
  if (lane !== undefined) return backPath(ends, lane)
  const [path, x, y] = getBezierPath(ends)
  return { path, middle: { x, y } }
}

/** All but notes, and the containers that the edge itself stands in. */
function* cardsAround({ source, target }: EdgeProps<CanvasEdge>, { nodeLookup }: ReactFlowState) {
  const around = new Set<string | undefined>()
  for (const id of [source, target]) {
    for (let at = nodeLookup.get(id)?.parentId; at !== undefined && !around.has(at); at = nodeLookup.get(at)?.parentId)
      around.add(at)
  }
  for (const { id, type, internals, width = 0, height = 0 } of nodeLookup.values()) {
    if (type === 'card' && !around.has(id)) yield { ...internals.positionAbsolute, width, height }
  }
}

/** Between the ports of cards that stand side by side; an edge that leads back has all the room it wants. */
function labelRoom({ sourceX, targetX }: EdgeProps<CanvasEdge>): number | undefined {
  return targetX > sourceX ? Math.max(LEAST_LABEL, targetX - sourceX - 2 * PORT_ROOM) : undefined
}
