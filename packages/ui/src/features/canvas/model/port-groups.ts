import { CARD } from './node-geometry.ts'
import type { PortPlace } from './node-geometry.ts'

/** Ports that lie so close together that, from some distance on, a pointer cannot tell them apart. */
export interface PortGroup {
  side: PortPlace['side']
  ids: readonly string[]
  /** Its upper end, from the card's top. */
  top: number
  height: number
  /** All ports of this side: they are one target wherever rows are closer than one can aim. */
  isWholeSide: boolean
  /** Closer than rows are: one target also near by. */
  isTight: boolean
}

/** The groups of a node's ports: each side with several of them, and those that share a place. */
export function portGroups(ports: readonly PortPlace[]): PortGroup[] {
  return (['input', 'output'] as const).flatMap((side) => {
    const own = ports.filter((port) => port.side === side).toSorted((a, b) => a.y - b.y)
    if (own.length < 2) return []
    const tight = closeTogether(own).filter((places) => places.length > 1)
    const isAllTight = tight.some((places) => places.length === own.length)
    const whole = groupOf(own, { isWholeSide: true, isTight: isAllTight })
    return isAllTight
      ? [whole]
      : [whole, ...tight.map((places) => groupOf(places, { isWholeSide: false, isTight: true }))]
  })
}

function closeTogether(ports: readonly PortPlace[]): PortPlace[][] {
  const runs: PortPlace[][] = []
  for (const port of ports) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run && before && port.y - before.y < CARD.row) run.push(port)
    else runs.push([port])
  }
  return runs
}

function groupOf(ports: readonly PortPlace[], kind: Pick<PortGroup, 'isWholeSide' | 'isTight'>): PortGroup {
  const [first, last] = [ports[0], ports.at(-1)]
  const top = (first?.y ?? 0) - CARD.row / 2
  return {
    side: first?.side ?? 'input',
    ids: ports.map(({ id }) => id),
    top,
    height: (last?.y ?? 0) + CARD.row / 2 - top,
    ...kind,
  }
}
