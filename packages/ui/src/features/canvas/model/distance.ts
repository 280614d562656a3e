/**
 * How far away the flow is. Near, fields can be read and each port can be held; far, a side with several ports is one
 * target; distant, nodes are boxes with a name; and specks are a map, where a click goes nearer.
 */
export type Distance = 'speck' | 'distant' | 'far' | 'near'

/**
 * Below this zoom the smallest text of a card, 13 px, is under 11 px on the glass, and its rows, 28 px, are under 24: fields
 * only cost time to draw.
 */
const FAR_ZOOM = 0.86

/** Below this zoom a low node is hardly higher than what one can aim at, and a tile holds no picture. */
const DISTANT_ZOOM = 0.3

/** Below this zoom low nodes, one below the other, are closer than 24 px, and a readable name is wider than its node. */
const SPECK_ZOOM = 0.18

export function distanceAt(zoom: number): Distance {
  if (zoom >= FAR_ZOOM) return 'near'
  if (zoom >= DISTANT_ZOOM) return 'far'
  return zoom >= SPECK_ZOOM ? 'distant' : 'speck'
}

const NEARNESS: Readonly<Record<Distance, number>> = { speck: 0, distant: 1, far: 2, near: 3 }

export function isNearer(distance: Distance, than: Distance): boolean {
  return NEARNESS[distance] > NEARNESS[than]
}

const STEPS = [0.65, 0.55, 0.45, 0.36, 0.28, 0.22, SPECK_ZOOM] as const

/** The size of a label that stays readable on the glass, in steps: a pinch restyles labels a few times, not each frame. */
export function farLabelSize(zoom: number): number {
  return Math.ceil(12.5 / (STEPS.find((step) => step <= zoom) ?? SPECK_ZOOM))
}

/** Near enough to read names and take hold of ports: where a click on the map of specks leads. */
export const READING_ZOOM = 0.5

/** Near enough that no name in the catalogue is cut, and as far as that allows: so a phone shows a run, a template, a version. */
export const NAMES_ZOOM = 0.55
