import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import type { Canvas } from '../model/canvas-store.ts'
import { useClickToInspect } from '../inspector/use-click-to-inspect.ts'
import { fitViewport } from '../model/fit-viewport.ts'
import { FlowCanvas } from './flow-canvas.tsx'
import { NodeOutline } from './node-outline.tsx'

/** Below this zoom a phone would show names in pieces: a list tells more. */
const LIST_ZOOM = 0.3

/** What the header and the bars take of a phone's height. */
const BARS = 200

/** On a phone, the drawing or the list of its nodes; elsewhere the drawing. Whatever is given lies over an empty one. */
export function FlowViews({ isPhone, children }: { isPhone: boolean; children?: ReactNode }) {
  const { t } = useTranslation('canvas')
  const canvas = useCanvas()
  const isEmpty = useCanvasState((state) => state.history.present.nodes.length === 0)
  const [isList, setIsList] = useState(() => {
    const room = { width: window.innerWidth, height: window.innerHeight - BARS }
    return (fitViewport(canvas.store.getState().history.present, room)?.zoom ?? 1) < LIST_ZOOM
  })
  const inspect = useClickToInspect()
  const hasChoice = isPhone && !isEmpty
  return (
    <>
      <div className="cw-drawing" inert={hasChoice && isList}>
        <FlowCanvas onNodeActivate={isPhone ? (nodeId) => openOnSecondTap(canvas, nodeId) : inspect}>
          {children}
        </FlowCanvas>
      </div>
      {hasChoice && isList ? (
        <div className="cw-outline-sheet">
          <NodeOutline />
        </div>
      ) : null}
      {hasChoice ? (
        <div className="cw-view-choice" role="group" aria-label={t('outline.view')}>
          <button type="button" aria-pressed={!isList} onClick={() => setIsList(false)}>
            {t('outline.drawing')}
          </button>
          <button type="button" aria-pressed={isList} onClick={() => setIsList(true)}>
            {t('outline.list')}
          </button>
        </div>
      ) : null}
    </>
  )
}

/** The first tap selects, the second opens: a finger that only wants to move a node opens nothing. */
function openOnSecondTap(canvas: Canvas, nodeId: string): void {
  const { lastTapped, history } = canvas.store.getState()
  const node = history.present.nodes.find((node) => node.id === nodeId)
  if (lastTapped === nodeId && node?.type !== 'stickyNote') canvas.openDialog({ kind: 'form', nodeId })
  else canvas.tap(nodeId)
}
