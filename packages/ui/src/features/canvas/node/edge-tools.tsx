import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'

interface EdgeToolsProps {
  id: string
  label: string
  /** The middle of the edge. */
  at: { x: number; y: number }
  /** How wide its label may be without covering the cards it joins. */
  room: number | undefined
  isOpen: boolean
}

/** At the middle of an edge: its label, and while it is open, the ways to cut it or to put a node in between. */
export function EdgeTools({ id, label, at, room, isOpen }: EdgeToolsProps) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isReadOnly = useCanvasState((state) => state.isReadOnly)
  const insert = () => {
    const edge = canvas.store.getState().history.present.edges.find((edge) => edge.id === id)
    if (edge) canvas.openPalette({ kind: 'insert', edge })
  }
  return (
    <div
      className="cw-edge-tools nodrag nopan"
      style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
      onPointerEnter={() => canvas.hoverEdge(id)}
      onPointerLeave={() => canvas.hoverEdge(undefined)}
    >
      {label ? (
        <span className="cw-edge-label" title={label} style={{ maxWidth: room }}>
          {label}
        </span>
      ) : null}
      {isOpen && !isReadOnly ? (
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
            onClick={() => canvas.removeEdge(id)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </>
      ) : null}
    </div>
  )
}
