import type { Command } from '../command.ts'
import type { Viewport } from '../document.ts'

/** Remembers where on the canvas the person looks. */
export function setViewport(viewport: Viewport): Command {
  return (flow) => {
    const { x, y, zoom } = flow.viewport ?? {}
    return x === viewport.x && y === viewport.y && zoom === viewport.zoom ? flow : { ...flow, viewport }
  }
}
