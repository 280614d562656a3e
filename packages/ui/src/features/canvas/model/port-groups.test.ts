import { expect, test } from 'vitest'

import type { PortPlace } from './node-geometry.ts'
import { portGroups } from './port-groups.ts'

const inputs = (...ys: number[]): PortPlace[] => ys.map((y) => ({ id: `at ${y}`, side: 'input', y }))

test('a single port of a side stands for itself', () => {
  expect(portGroups([...inputs(66), { id: 'out', side: 'output', y: 94 }])).toEqual([])
})

test('the ports of a side are one target from afar, and told apart near by', () => {
  expect(portGroups(inputs(90, 66))).toEqual([
    { side: 'input', ids: ['at 66', 'at 90'], top: 54, height: 48, isWholeSide: true, isTight: false },
  ])
})

test('ports that share a row are one target near by, too', () => {
  const shared: PortPlace[] = [
    { id: 'headers', side: 'input', y: 200 },
    { id: 'body', side: 'input', y: 200 },
  ]
  expect(portGroups([...inputs(66), ...shared])).toEqual([
    { side: 'input', ids: ['at 66', 'headers', 'body'], top: 54, height: 158, isWholeSide: true, isTight: false },
    { side: 'input', ids: ['headers', 'body'], top: 188, height: 24, isWholeSide: false, isTight: true },
  ])
  expect(portGroups(shared)).toEqual([
    { side: 'input', ids: ['headers', 'body'], top: 188, height: 24, isWholeSide: true, isTight: true },
  ])
})
