import {
  checkKnowledge,
  createKnowledge,
  deleteKnowledge,
  deleteSource,
  editPassage,
  getKnowledge,
  insertPassages,
  listKnowledge,
  listPassages,
  previewSource,
  queryKnowledge,
  refreshKnowledge,
  saveIndex,
  saveSource,
  updateKnowledge,
} from '@chatwright/contract'
import type { IndexValues, KnowledgeStore, SourceValues, StoreRefresh } from '@chatwright/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { lookAgainMs } from '../../../lib/look-again.ts'

const LOOK_AGAIN_MS = 1000

export function useKnowledgeList() {
  return useQuery({
    queryKey: ['knowledge', 'list'],
    queryFn: async ({ signal }) => (await call(listKnowledge, { signal })) as KnowledgeStore[],
  })
}

/** One store; while something is loaded, looked at again and again. */
export function useKnowledge(id: string) {
  return useQuery({
    queryKey: ['knowledge', 'store', id],
    queryFn: ({ signal }) => call(getKnowledge, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.job && isLoading(data) ? lookAgainMs(data.job.createdDate, LOOK_AGAIN_MS) : false,
  })
}

export function isLoading(store: Pick<KnowledgeStore, 'job'> | undefined): boolean {
  return store?.job?.state === 'queued' || store?.job?.state === 'running'
}

function useChange<Values, Answer>(change: (values: Values) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['knowledge'] }),
  })
}

export function useSaveStore() {
  return useChange(
    ({
      id,
      ...body
    }: {
      id?: string
      name: string
      description: string
      refresh?: StoreRefresh | null
      basedOn?: string | undefined
    }) => (id === undefined ? call(createKnowledge, { body }) : call(updateKnowledge, { params: { id }, body })),
  )
}

export function useRemoveStore() {
  const client = useQueryClient()
  return async (id: string, { isForced }: { isForced: boolean }) => {
    await call(deleteKnowledge, { params: { id }, query: { force: isForced ? 'true' : 'false' } })
    await client.invalidateQueries({ queryKey: ['knowledge', 'list'] })
  }
}

/** `saving` is told how it goes: files wait for it. */
export function useSaveSource(saving: <Answer>(save: () => Promise<Answer>) => Promise<Answer>) {
  return useChange((body: SourceValues) => saving(() => call(saveSource, { body })))
}

export function useSaveIndex() {
  return useChange((body: IndexValues) => call(saveIndex, { body }))
}

/** Fills the chosen index with the passages there are, in the background. No source is read. */
export function useFillIndex() {
  return useChange((storeId: string) => call(insertPassages, { query: { background: 'true' }, body: { storeId } }))
}

export function useRemoveSource(storeId: string) {
  return useChange((loaderId: string) => call(deleteSource, { params: { id: storeId, loaderId } }))
}

/** Reads sources again in the background; all where none is named. */
export function useRefresh(storeId: string) {
  return useChange((sources: readonly string[] | undefined) =>
    call(refreshKnowledge, {
      params: { id: storeId },
      query: { background: 'true' },
      body: sources ? { items: sources.map((docId) => ({ docId })) } : {},
    }),
  )
}

/** What a load would change. It is asked with the load before it, by which it is known to be out of date after another. */
export function useCheck(storeId: string) {
  return useMutation({
    mutationFn: (_lastLoad: string | undefined) => call(checkKnowledge, { params: { id: storeId }, body: {} }),
  })
}

export function usePreview() {
  return useMutation({
    mutationFn: (body: SourceValues) => call(previewSource, { body: { ...body, previewChunkCount: 20 } }),
  })
}

export function usePassages(storeId: string, at: { loaderId: string; page: number; search: string }) {
  const { loaderId, page, search } = at
  return useQuery({
    queryKey: ['knowledge', 'passages', storeId, at],
    queryFn: ({ signal }) =>
      call(listPassages, { params: { id: storeId, loaderId, page }, query: search === '' ? {} : { search }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useEditPassage(storeId: string) {
  return useChange(
    ({
      id,
      ...body
    }: {
      id: string
      pageContent?: string
      metadata?: Record<string, unknown>
      isOn?: boolean
      basedOn?: string
      basedOnMetadata?: Record<string, unknown>
    }) => call(editPassage, { params: { id: storeId, loaderId: 'all', chunkId: id }, body }),
  )
}

export function useSearchKnowledge(storeId: string) {
  return useMutation({
    mutationFn: ({ query, inputs }: { query: string; inputs: Record<string, unknown> }) =>
      call(queryKnowledge, { body: { storeId, query, inputs, isExplained: true } }),
  })
}
