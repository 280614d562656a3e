import { describe, expect, it } from 'vitest'

import { backPath, laneUnder, leadsBack } from './back-path.ts'

const card = (x: number, y: number, height = 100) => ({ x, y, width: 300, height })

describe('an edge that leads back', () => {
  /** From the right side of a card at 400 to the left side of one at 0. */
  const ends = { sourceX: 700, sourceY: 24, targetX: 0, targetY: 24 }
  const [source, target] = [card(400, 0), card(0, 0)]

  it('is one whose end lies to the left of its start', () => {
    expect(leadsBack(ends)).toBe(true)
    expect(leadsBack({ ...ends, targetX: 701 })).toBe(false)
  })

  it('runs under both of its cards', () => {
    expect(laneUnder(ends, [source, target])).toBe(116)
    expect(laneUnder(ends, [source, card(0, 0, 300)])).toBe(316)
  })

  it('runs under what stands between them, and through a gap where there is one', () => {
    expect(laneUnder(ends, [source, target, card(200, 60, 200)])).toBe(276)
    expect(laneUnder(ends, [source, target, card(200, 60, 200), card(100, 280)])).toBe(396)
    expect(laneUnder(ends, [source, target, card(200, 160)])).toBe(116)
  })

  it('takes no notice of what stands beside or above it', () => {
    expect(laneUnder(ends, [source, target, card(800, 90, 500), card(-400, 90, 500), card(200, -300)])).toBe(116)
  })

  it('leaves and arrives as other edges do, with its tools in the middle of the way back', () => {
    const { path, middle } = backPath(ends, 116)
    expect(path).toMatch(/^M 700 24 L .* L 0 24$/)
    expect(middle).toEqual({ x: 350, y: 116 })
  })
})
