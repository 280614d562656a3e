import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'

import type { CanvasState } from './model/canvas-state.ts'
import type { Canvas } from './model/canvas-store.ts'

const CanvasContext = createContext<Canvas | undefined>(undefined)

export function CanvasProvider({ canvas, children }: { canvas: Canvas; children: ReactNode }) {
  return <CanvasContext value={canvas}>{children}</CanvasContext>
}

/** The open flow, with everything that may happen to it. */
export function useCanvas(): Canvas {
  const canvas = use(CanvasContext)
  if (!canvas) throw new Error('This part of the canvas stands outside of a CanvasProvider.')
  return canvas
}

/** A part of the open flow's state; the component draws again when that part changes, and only then. */
export function useCanvasState<Part>(select: (state: CanvasState) => Part): Part {
  return useStore(useCanvas().store, select)
}
