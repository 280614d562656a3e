import { Handle, Position } from '@xyflow/react'
import type { KeyboardEvent } from 'react'
import { memo } from 'react'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { PortKind } from '../model/port-kinds.ts'
import { portColor } from './port-color.ts'

interface PortHandleProps {
  nodeId: string
  handleId: string
  side: 'input' | 'output'
  y: number
  label: string
  /** What a screen reader calls it. */
  name: string
  kind: PortKind
  isConnected: boolean
  isReachable: boolean
}

/** A dot on the card's border: drag it, or press Enter on it to choose where the connection goes. */
export const PortHandle = memo(function PortHandle(props: PortHandleProps) {
  const { nodeId, handleId, side, y, label, name, kind, isConnected, isReachable } = props
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const look = useCanvasState(({ connecting }) => {
    if (!connecting || connecting.handleId === handleId) return 'rest'
    return connecting.fitting.has(handleId) ? 'fits' : 'far'
  })
  const connect = (event: KeyboardEvent) => {
    if (isReadOnly || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    event.stopPropagation()
    canvas.openDialog({ kind: 'connect', end: { nodeId, handleId, side } })
  }
  return (
    <Handle
      id={handleId}
      type={side === 'input' ? 'target' : 'source'}
      position={side === 'input' ? Position.Left : Position.Right}
      className={`cw-handle is-${look}${isConnected ? ' is-connected' : ''}`}
      style={{ top: y, '--port': portColor[kind] }}
      isConnectable={!isReadOnly}
      role="button"
      tabIndex={isReachable ? 0 : -1}
      aria-label={name}
      onKeyDown={connect}
      data-label={label}
    >
      {look === 'fits' ? <span className="cw-handle-name">{label}</span> : null}
    </Handle>
  )
})
