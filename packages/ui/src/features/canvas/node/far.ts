import { useStore } from '@xyflow/react'

/** Below this zoom a node's fields cannot be read, and only cost time to draw. */
export const FAR_ZOOM = 0.55

/** Whether the canvas is so far away that nodes show only what they are. */
export function useIsFar(): boolean {
  return useStore((state) => state.transform[2] < FAR_ZOOM)
}

const STEPS = [0.45, 0.36, 0.28, 0.22, 0.17, 0.13, 0.1] as const

/** The zoom in steps, rounded down, so that a pinch restyles the labels a few times and not on every frame. */
export function useFarZoom(): number {
  return useStore(({ transform: [, , zoom] }) => STEPS.find((step) => step <= zoom) ?? 0.1)
}
