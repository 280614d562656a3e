import { AppError } from '@chatwright/contract'
import { expect, test } from 'vitest'
import { DEFAULT_EMBEDDING, DEFAULT_VECTOR_STORE } from './index-choice.ts'
import { createKnowledgeService, type KnowledgeDependencies } from './knowledge-service.ts'
import { NOT_LOADED, type SourceRow, type StoreRow } from './knowledge-store.ts'

/** The services of others, as far as a test needs them. */
const having = (dependencies: object) => createKnowledgeService(dependencies as unknown as KnowledgeDependencies)

const AT = '2026-01-01T00:00:00.000Z'

test('a load that is over while its store is read has brought what it brought', async () => {
  let isOver = false
  const chosen = { embedding: null, vector_store: null, record_manager: null }
  const built = JSON.stringify({ embedding: DEFAULT_EMBEDDING, vectorStore: DEFAULT_VECTOR_STORE })
  const store = (): StoreRow => ({
    id: 'store',
    name: 'Handbook',
    description: '',
    ...chosen,
    ...NOT_LOADED,
    load_job: 'job',
    index_built: isOver ? built : null,
    created_date: AT,
    updated_date: AT,
  })
  const source = (): SourceRow => ({
    id: 'source',
    store_id: 'store',
    loader_id: 'plainText',
    loader_name: 'Plain Text',
    settings: '{"loaderConfig":{},"splitterId":"","splitterName":"","splitterConfig":{}}',
    files: '[]',
    failures: '[]',
    passages: isOver ? 1 : 0,
    characters: isOver ? 10 : 0,
    removed_by: null,
    loaded_date: isOver ? AT : null,
    created_date: AT,
    updated_date: AT,
  })
  const { view } = having({
    stores: { find: async () => store(), sourcesOf: async () => [source()] },
    passages: { withUnindexed: async () => new Set() },
    jobs: {
      find: async () => {
        isOver = true
        return { id: 'job', state: 'done' }
      },
    },
    usage: { naming: async () => [] },
  })
  expect(await view('store')).toMatchObject({ job: { state: 'done' }, totalChunks: 1, status: 'UPSERTED' })
})

test('a deletion that a load comes between says that it has begun, and one that did not begin says only what is in the way', async () => {
  const loading = new AppError('knowledge-loading', { jobId: 'job' })
  const deleteAfter = (batches: number) => {
    let left = batches
    const { deleteSource } = having({
      stores: {
        find: async () => ({ id: 'store', load_job: null, index_built: null, index_next: null }),
        findSource: async () => ({ id: 'source', store_id: 'store', files: '[]', passages: 3 }),
      },
      passages: {
        idsIn: async function* () {
          for (const id of ['1', '2', '3']) yield [{ id, indexed: 0 }]
        },
        doubtIndexed: async () => undefined,
        deleteAlone: async () => {
          if (left === 0) throw loading
          left -= 1
          return true
        },
      },
      jobs: { refuseWhileLoading: async () => undefined },
    })
    return deleteSource('store', 'source')
  }
  await expect(deleteAfter(0)).rejects.toBe(loading)
  await expect(deleteAfter(2)).rejects.toMatchObject({
    code: 'knowledge-loading',
    details: { jobId: 'job' },
    message: expect.stringContaining('so only part was deleted'),
  })
})
