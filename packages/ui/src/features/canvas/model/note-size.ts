import { CONTAINER } from '@chatwright/core'

export interface Size {
  width: number
  height: number
}

/** Small enough to hide nothing, large enough for a title and a line. */
const NOTE_SIZES = { least: { width: 160, height: 96 }, most: { width: 1600, height: 1600 } }

/** Room for a step, and for a flow of them. */
export const CONTAINER_SIZES = { least: CONTAINER, most: { width: 8000, height: 8000 } }

/** The size a note, or with its own bounds a container, takes when somebody wants this one: whole, and within reason. */
export function noteSize({ width, height }: Size, { least, most }: { least: Size; most: Size } = NOTE_SIZES): Size {
  return {
    width: Math.round(Math.min(most.width, Math.max(least.width, width))),
    height: Math.round(Math.min(most.height, Math.max(least.height, height))),
  }
}
