import type { Run, VectorStore } from '@chatwright/core'
import { expect, test } from 'vitest'
import type { StoreRow } from './knowledge-store.ts'
import { PASSAGE_KEY } from './passage-index.ts'
import type { PassageRow } from './passage-store.ts'
import { createSearchKnowledge } from './search-knowledge.ts'

const chosen = { name: 'x', config: {} }
const built = JSON.stringify({ embedding: chosen, vectorStore: chosen })
const store = {
  id: 'store-1',
  name: 'Handbook',
  index_built: built,
  generation: 1,
  embedding: JSON.stringify(chosen),
  vector_store: JSON.stringify(chosen),
} as StoreRow
const row = { id: 'p', content: 'Words', metadata: '{}' } as PassageRow

test('a search whose index is swapped and emptied meanwhile finds what the new one holds', async () => {
  const asked: number[] = []
  let now = store
  const search = createSearchKnowledge({
    stores: { find: async () => now },
    passages: { visible: async (ids) => (ids.length > 0 ? [row] : []) },
    opener: {
      index: async (_, { generation }) => {
        const value = {
          async search() {
            asked.push(generation)
            // The load that was under way ends here, and empties the old index.
            now = { ...store, generation: 2 }
            return generation === 2 ? [{ pageContent: 'Words', metadata: { [PASSAGE_KEY]: 'p' } }] : []
          },
        }
        return { value: value as unknown as VectorStore, run: {} as Run }
      },
    },
  })
  expect(await search('store-1', 'words', { signal: AbortSignal.abort() })).toEqual([{ row }])
  expect(asked).toEqual([1, 2])
})
