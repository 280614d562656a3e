import { Handle, Position } from '@xyflow/react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { memo } from 'react'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { LooseEnd } from '../model/canvas-state.ts'
import type { PortKind } from '../model/port-kinds.ts'
import { portColor } from './port-color.ts'

const KEYS = new Set(['Enter', ' ', '+'])

export interface PortProps {
  nodeId: string
  handleId: string
  side: 'input' | 'output'
  y: number
  label: string
  /** What a screen reader calls it. */
  name: string
  /** What a pointer can do with it. */
  hint: string
  kind: PortKind
  isConnected: boolean
  isReachable: boolean
  /** There are others on this side: from afar they are one target. */
  isAmongMany: boolean
  /** It shares its place with others: they are one target near by, too. */
  isTight: boolean
}

/**
 * A dot on the card's border. A click adds a node that fits, dragging draws a connection; with the keyboard, Enter
 * chooses where the connection goes and + adds.
 */
export const PortHandle = memo(function PortHandle(props: PortProps) {
  const { nodeId, handleId, side, y, label, name, hint, kind, isConnected, isReachable } = props
  const { isAmongMany, isTight } = props
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const look = useCanvasState(({ connecting }) => {
    if (!connecting || connecting.handleId === handleId) return 'rest'
    return connecting.fitting.has(handleId) ? 'fits' : 'far'
  })
  const looks = [
    `cw-handle is-${look}`,
    isConnected ? 'is-connected' : '',
    isReadOnly ? '' : 'takes-more',
    isAmongMany ? 'is-among-many' : '',
    isTight ? 'is-tight' : '',
  ]
  const end: LooseEnd = { nodeId, handleId, side }
  const connect = (event: KeyboardEvent) => {
    if (isReadOnly || !KEYS.has(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === '+') canvas.openPalette({ kind: 'connect', end })
    else canvas.openDialog({ kind: 'connect', end })
  }
  const add = (event: MouseEvent) => {
    event.stopPropagation()
    if (!isReadOnly) canvas.openPalette({ kind: 'connect', end })
  }
  return (
    <Handle
      id={handleId}
      type={side === 'input' ? 'target' : 'source'}
      position={side === 'input' ? Position.Left : Position.Right}
      className={looks.filter(Boolean).join(' ')}
      style={{ top: y, '--port': portColor[kind] }}
      isConnectable={!isReadOnly}
      role="button"
      tabIndex={isReachable ? 0 : -1}
      aria-label={name}
      title={isReadOnly ? undefined : hint}
      onClick={add}
      onKeyDown={connect}
      data-label={label}
    >
      {look === 'fits' ? <span className="cw-handle-name">{label}</span> : null}
    </Handle>
  )
})
