import { expect, test } from 'vitest'

import { aSource, aStore } from '../knowledge.fixture.ts'
import { shownStatus } from './store-status.ts'

const failures = [{ document: 'bad.pdf', message: 'Broken.' }]

test('a store of which nothing could be read is told from one that was never loaded, and from one with passages', () => {
  const status = (store: Parameters<typeof aStore>[0]) => shownStatus(aStore(store))
  expect(status({ status: 'STALE', loaders: [aSource({ failures, totalChunks: 0 })] })).toBe('UNREAD')
  expect(status({ status: 'STALE', loaders: [aSource({ totalChunks: 0 })] })).toBe('STALE')
  expect(status({ status: 'STALE', totalChunks: 3, loaders: [aSource({ failures })] })).toBe('PARTLY')
  expect(status({ status: 'SYNC', totalChunks: 3 })).toBe('SYNC')
  expect(status({ status: 'SYNCING', loaders: [aSource({ failures, totalChunks: 0 })] })).toBe('SYNCING')
})
