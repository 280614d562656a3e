import { expect, test } from 'vitest'

import { bestFits } from './best-fits.ts'
import { descriptions } from './catalogue.fixture.ts'
import { searchPalette } from './palette-search.ts'
import { stepDescriptions } from './steps.fixture.ts'

const entries = searchPalette(stepDescriptions, '')
const names = (found: ReturnType<typeof bestFits>) => found.map(({ description }) => description.name)

test('what was used last comes first, then what is usual', () => {
  expect(names(bestFits(entries, ['loopAgentflow', 'chain'])).slice(0, 4)).toEqual([
    'loopAgentflow',
    'chain',
    'bufferMemory',
    'promptTemplate',
  ])
})

test('a handful needs no choice among it, and what is outdated is never the best', () => {
  expect(bestFits(searchPalette(descriptions.slice(0, 3), ''), ['chain'])).toEqual([])
  const old = entries.map((entry) => ({ ...entry, description: { ...entry.description, badge: 'deprecated' } }))
  expect(bestFits(old, ['chain'])).toEqual([])
})
