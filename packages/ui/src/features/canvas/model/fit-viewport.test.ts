import type { Flow, FlowNode } from '@chatwright/core'
import { expect, test } from 'vitest'

import { fitViewport } from './fit-viewport.ts'

/** Notes say how large they are. */
const note = (id: string, x: number, y = 0): FlowNode =>
  ({ id, type: 'stickyNote', position: { x, y }, width: 300, height: 100, data: { label: id } }) as unknown as FlowNode
const row: Flow = { nodes: [0, 1, 2, 3, 4].map((index) => note(`n${index}`, index * 400)), edges: [] }
const phone = { width: 358, height: 320 }

/** Where a node's edges are on the glass. */
function seen(index: number, around?: string) {
  const { x, zoom } = fitViewport(row, phone, { leastZoom: 0.5, around })!
  return { left: x + index * 400 * zoom, right: x + (index * 400 + 300) * zoom }
}

test('a flow that does not fit is shown where one asked to look, no smaller than can be read', () => {
  expect(fitViewport(row, phone)!.zoom).toBeLessThan(0.2)
  expect(fitViewport(row, phone, { leastZoom: 0.5 })!.zoom).toBe(0.5)
  for (const [index, around] of ['n0', 'n1', 'n2', 'n3', 'n4'].entries()) {
    expect(seen(index, around).left).toBeGreaterThanOrEqual(32)
    expect(seen(index, around).right).toBeLessThanOrEqual(358 - 32)
  }
})

test('without a place to look at, the view begins where the flow begins, and shows nothing outside of it', () => {
  expect(seen(0).left).toBe(32)
  expect(seen(0, 'gone').left).toBe(32)
  expect(seen(4, 'n4').right).toBe(358 - 32)
})

test('a step inside a container is never taken for where the flow begins', () => {
  const inside = { ...note('inside', 0), parentNode: 'n4' }
  const flow: Flow = { ...row, nodes: [inside, ...row.nodes] }
  expect(fitViewport(flow, phone, { leastZoom: 0.5 })).toEqual(fitViewport(row, phone, { leastZoom: 0.5 }))
})

test('a flow that fits is fitted as anywhere else', () => {
  const small: Flow = { nodes: [note('a', 0)], edges: [] }
  expect(fitViewport(small, phone, { leastZoom: 0.5 })).toEqual(fitViewport(small, phone))
})
