import { useStore } from '@xyflow/react'

/** Below this zoom a node's fields cannot be read, and only cost time to draw. */
const FAR_ZOOM = 0.55

/** Below this zoom a port is smaller than a finger or pointer can hit, and a tile holds no picture. */
const DISTANT_ZOOM = 0.3

export type Distance = 'near' | 'far' | 'distant'

/** How much of a node is worth drawing. */
export function useDistance(): Distance {
  return useStore(({ transform: [, , zoom] }) => (zoom >= FAR_ZOOM ? 'near' : zoom >= DISTANT_ZOOM ? 'far' : 'distant'))
}

const STEPS = [0.45, 0.36, 0.28, 0.22, 0.17, 0.13, 0.1] as const

/** The zoom in steps, rounded down, so that a pinch restyles the labels a few times and not on every frame. */
export function useFarZoom(): number {
  return useStore(({ transform: [, , zoom] }) => STEPS.find((step) => step <= zoom) ?? 0.1)
}
