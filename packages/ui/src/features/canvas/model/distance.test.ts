import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { distanceAt, farLabelSize } from './distance.ts'

const css = readFileSync(join(import.meta.dirname, '../styles/far.css'), 'utf8')

test('every size a name may have from afar is in the styles, and is readable on the glass', () => {
  const zooms = Array.from({ length: 90 }, (_, step) => 0.1 + step / 100).filter(
    (zoom) => !['near', 'speck'].includes(distanceAt(zoom)),
  )
  expect(zooms.length).toBeGreaterThan(30)
  for (const zoom of zooms) {
    const size = farLabelSize(zoom)
    expect(size * zoom).toBeGreaterThanOrEqual(12)
    expect(css).toContain(`.cw-canvas[data-label='${size}'] .cw-node-label {\n  font-size: ${size}px;`)
  }
})

test('what a card is set to is readable, too, from where its rows are shown', () => {
  const sizes = [
    ...css.matchAll(/\[data-label='(\d+)'\]\n {2}:is\([^{]*cw-node-(?:body|note),?[^{]*\{\n {2}font-size: ([\d.]+)px/g),
  ]
  const known = new Map(sizes.map(([, label, size]) => [Number(label), Number(size)]))
  expect(known.size).toBe(8)
  for (let zoom = 0.3; zoom < 0.99; zoom += 0.01) {
    expect((known.get(farLabelSize(zoom)) ?? 0) * zoom).toBeGreaterThanOrEqual(11)
  }
})
