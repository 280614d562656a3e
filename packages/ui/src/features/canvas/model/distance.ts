/**
 * How far away the flow is. Near, fields can be read; far, ports can be held; distant, nodes are boxes with a name; and
 * as specks they have room for their colour alone.
 */
export type Distance = 'speck' | 'distant' | 'far' | 'near'

/** Below this zoom the smallest text of a card, 13 px, is under 11 px on the glass: fields only cost time to draw. */
const FAR_ZOOM = 0.85

/** Below this zoom a port is smaller than a finger or pointer can hit, and a tile holds no picture. */
const DISTANT_ZOOM = 0.3

/** Below this zoom a readable name is wider than its node. */
const SPECK_ZOOM = 0.16

export function distanceAt(zoom: number): Distance {
  if (zoom >= FAR_ZOOM) return 'near'
  if (zoom >= DISTANT_ZOOM) return 'far'
  return zoom >= SPECK_ZOOM ? 'distant' : 'speck'
}

const NEARNESS: Readonly<Record<Distance, number>> = { speck: 0, distant: 1, far: 2, near: 3 }

export function isNearer(distance: Distance, than: Distance): boolean {
  return NEARNESS[distance] > NEARNESS[than]
}

const STEPS = [0.65, 0.55, 0.45, 0.36, 0.28, 0.22, 0.16] as const

/** The size of a label that stays readable on the glass, in steps: a pinch restyles labels a few times, not each frame. */
export function farLabelSize(zoom: number): number {
  return Math.ceil(12.5 / (STEPS.find((step) => step <= zoom) ?? SPECK_ZOOM))
}
