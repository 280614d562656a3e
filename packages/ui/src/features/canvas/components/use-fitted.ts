import { useReactFlow, useStore } from '@xyflow/react'
import type { Viewport } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'

import { useCanvas, useCanvasState } from '../canvas-context.tsx'
import { fitViewport, type FitOptions } from '../model/fit-viewport.ts'

export interface FittedOptions extends FitOptions {
  /** The node that the person chose. */
  chosen?: string | undefined
}

/** Keeps the flow fitted while panels come and go, until the person moves the view or chooses another node. */
export function useFitted({ leastZoom, around, chosen }: FittedOptions) {
  const canvas = useCanvas()
  const { setViewport, getViewport } = useReactFlow()
  const isTheirs = useRef(false)
  const start = useRef<Viewport>(undefined)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isEmpty = useCanvasState((state) => state.history.present.nodes.length === 0)
  const openedId = useCanvasState((state) => state.openCount)

  useEffect(() => {
    isTheirs.current = false
    // The node to look at changes with each step of a run, which is no reason to take the view from them.
  }, [openedId, chosen])

  useEffect(() => {
    if (isEmpty || isTheirs.current) return
    const fitted = fitViewport(canvas.store.getState().history.present, { width, height }, { leastZoom, around })
    if (!fitted) return
    if (!isSameView(fitted, getViewport())) void setViewport(fitted)
    canvas.setViewport(fitted)
  }, [canvas, setViewport, getViewport, width, height, isEmpty, openedId, leastZoom, around, chosen])

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
