import type { KnowledgeStore } from '@chatwright/contract'
import { describe, expect, test } from 'vitest'

import { ownSettings, rankIn, searchInputs } from './bench-settings.ts'

const store = { vectorStoreConfig: { name: 'x', config: { topK: 7, collection: 'a' } } } as unknown as KnowledgeStore

describe('Settings of the search bench', () => {
  test('begin as the store has them', () => {
    expect(ownSettings(store, undefined)).toEqual({ topK: '7', threshold: '', filter: '', how: {} })
  })

  test('are sent as a search takes them, and not at all with a filter that is none', () => {
    const settings = { topK: '3', threshold: '0.5', filter: '{"a": 1}', how: { hybridSearch: true } }
    expect(searchInputs(settings)).toEqual({
      topK: '3',
      threshold: '0.5',
      metadataFilter: { a: 1 },
      hybridSearch: true,
    })
    expect(searchInputs({ ...settings, filter: '[' })).toBeUndefined()
  })

  test('tell where the other search has a passage', () => {
    expect(rankIn([{ id: 'a' }, { id: 'b' }], 'b')).toBe(2)
    expect(rankIn([{ id: 'a' }], 'b')).toBeUndefined()
  })
})
