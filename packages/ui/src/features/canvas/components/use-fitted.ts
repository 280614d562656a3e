import { useReactFlow, useStore } from '@xyflow/react'
import type { Viewport } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'

/** Room on all sides, and below for the toolbar, which must cover nothing. */
export const FIT = {
  padding: { top: '24px', right: '32px', bottom: '88px', left: '32px' },
  maxZoom: 1,
  minZoom: 0.1,
} as const

/** Opens the flow fitted, and keeps it so while panels come and go, until the person moves the view. */
export function useFitted() {
  const canvas = useCanvas()
  const { fitView, getViewport } = useReactFlow()
  const isTheirs = useRef(false)
  const start = useRef<Viewport>(undefined)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isEmpty = useCanvasState((state) => state.history.present.nodes.length === 0)
  const openedId = useCanvasState((state) => state.openCount)

  useEffect(() => {
    isTheirs.current = false
  }, [openedId])

  useEffect(() => {
    if (isEmpty || width === 0 || height === 0 || isTheirs.current) return
    void fitView(FIT).then(() => canvas.setViewport(getViewport()))
  }, [canvas, fitView, getViewport, width, height, isEmpty, openedId])

  return {
    onMoveStart: useCallback((event: MouseEvent | TouchEvent | null, viewport: Viewport) => {
      start.current = event ? viewport : undefined
    }, []),
    onMoveEnd: useCallback(
      (_: unknown, viewport: Viewport) => {
        // Moves of our own have no event, and a mere click moves nothing.
        if (start.current && !isSameView(start.current, viewport)) isTheirs.current = true
        canvas.setViewport(viewport)
      },
      [canvas],
    ),
  }
}

function isSameView(a: Viewport, b: Viewport): boolean {
  return a.x === b.x && a.y === b.y && a.zoom === b.zoom
}
