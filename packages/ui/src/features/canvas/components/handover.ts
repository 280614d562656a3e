import type { Canvas } from '../model/canvas-store.ts'

let waiting: Canvas | undefined

/** A flow that was saved for the first time moves to its own address; the screen there takes the canvas over as it is. */
export function handOver(canvas: Canvas): void {
  waiting = canvas
}

export function canvasHandedOver(id: string | undefined): Canvas | undefined {
  return id !== undefined && waiting?.store.getState().chatflow?.id === id ? waiting : undefined
}

/** Once taken, it must not come back: the next visit reads the flow anew. */
export function endHandover(canvas: Canvas): void {
  if (waiting === canvas) waiting = undefined
}
