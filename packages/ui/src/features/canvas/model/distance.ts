/**
 * How far away the flow is. Near, each part of a card can be hit; in the middle distance the same picture is looked at, and
 * a side with several ports is one target; far, a card says its name and what tells most; distant, nodes are boxes with a
 * name; and specks are a map, where a click goes nearer.
 */
export type Distance = 'speck' | 'distant' | 'far' | 'mid' | 'near'

/** Below this zoom a row of a card, 24 px, is lower on the glass than what one can aim at. */
const MID_ZOOM = 0.999

/** Below this zoom a row is lower than a line of text that can be read. */
const FAR_ZOOM = 0.6

/** Below this zoom a low node is hardly higher than what one can aim at, and a tile holds no picture. */
const DISTANT_ZOOM = 0.3

/** Below this zoom low nodes, one below the other, are closer than 24 px, and a readable name is wider than its node. */
const SPECK_ZOOM = 0.18

export function distanceAt(zoom: number): Distance {
  if (zoom >= MID_ZOOM) return 'near'
  if (zoom >= FAR_ZOOM) return 'mid'
  if (zoom >= DISTANT_ZOOM) return 'far'
  return zoom >= SPECK_ZOOM ? 'distant' : 'speck'
}

const NEARNESS: Readonly<Record<Distance, number>> = { speck: 0, distant: 1, far: 2, mid: 3, near: 4 }

export function isNearer(distance: Distance, than: Distance): boolean {
  return NEARNESS[distance] > NEARNESS[than]
}

const STEPS = [0.9, 0.8, 0.7, FAR_ZOOM, 0.52, 0.45, 0.36, 0.28, 0.22, SPECK_ZOOM] as const

/** The size of a label that stays readable on the glass, in steps: a pinch restyles labels a few times, not each frame. */
export function farLabelSize(zoom: number): number {
  return Math.ceil(12 / (STEPS.find((step) => step <= zoom) ?? SPECK_ZOOM))
}

/** Near enough to read names and take hold of ports: where a click on the map of specks leads. */
export const READING_ZOOM = 0.6

/** Near enough that no name in the catalogue is cut, and as far as that allows: so a phone shows a run, a template, a version. */
export const NAMES_ZOOM = 0.83
