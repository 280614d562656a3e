import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { distanceAt, farLabelSize } from './distance.ts'

const css = readFileSync(join(import.meta.dirname, '../styles/far.css'), 'utf8')

test('every size a name may have from afar is in the styles, and is readable on the glass', () => {
  const zooms = Array.from({ length: 75 }, (_, step) => 0.1 + step / 100).filter((zoom) => distanceAt(zoom) !== 'speck')
  expect(zooms.length).toBeGreaterThan(30)
  for (const zoom of zooms) {
    const size = farLabelSize(zoom)
    expect(size * zoom).toBeGreaterThanOrEqual(12)
    if (size === 28) expect(css).toContain('font-size: 28px;')
    else expect(css).toContain(`.cw-canvas[data-label='${size}'] .cw-node-label {\n  font-size: ${size}px;`)
  }
})
