import { BaseEdge, EdgeLabelRenderer, getBezierPath } from '@xyflow/react'
import type { EdgeProps } from '@xyflow/react'
import { findOutput, flowGraph } from '@chatwright/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { portKind } from '../model/port-kinds.ts'
import type { CanvasEdge } from '../model/project-flow.ts'
import { portColor } from './port-color.ts'

/** A connection; with the pointer or the focus on it, it can be cut or a node put in between. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<CanvasEdge>) {
  const { id, source, target, sourceHandleId, selected, data } = props
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const isHovered = useCanvasState((state) => state.hoveredEdge === id)
  const isRunning = useCanvasState((state) => state.runs[target]?.status === 'running')
  const kind = useCanvasState((state) => {
    const node = flowGraph(state.history.present).nodes.get(source)
    return portKind((node && findOutput(node, sourceHandleId ?? '')?.types) ?? [])
  })
  const [path, labelX, labelY] = getBezierPath(props)
  const isOpen = (isHovered || selected === true) && !isReadOnly
  const edge = () => canvas.store.getState().history.present.edges.find((edge) => edge.id === id)
  const insert = () => {
    const present = edge()
    if (present) canvas.openPalette({ kind: 'insert', edge: present })
  }
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={20}
        className={`cw-edge${isHovered || selected ? ' is-lit' : ''}${isRunning ? ' is-running' : ''}`}
        style={{ '--port': portColor[kind] }}
      />
      {isOpen || data?.label ? (
        <EdgeLabelRenderer>
          <div
            className="cw-edge-tools nodrag nopan"
            style={{ transform: `translate(-50%, -50%) translate(${labelX}px, ${labelY}px)` }}
            onPointerEnter={() => canvas.hoverEdge(id)}
            onPointerLeave={() => canvas.hoverEdge(undefined)}
          >
            {data?.label ? <span className="cw-edge-label">{data.label}</span> : null}
            {isOpen ? (
              <>
                <button
                  type="button"
                  className="cw-edge-button"
                  aria-label={t('edge.insert')}
                  title={t('edge.insert')}
                  onClick={insert}
                >
                  <IconPlus size={16} aria-hidden />
                </button>
                <button
                  type="button"
                  className="cw-edge-button is-delete"
                  aria-label={t('edge.remove')}
                  title={t('edge.remove')}
                  onClick={() => canvas.removeEdge({ id })}
                >
                  <IconX size={16} aria-hidden />
                </button>
              </>
            ) : null}
          </div>
        </EdgeLabelRenderer>
      ) : null}
    </>
  )
})
