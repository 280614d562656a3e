import { countRuns, dismissRuns, findRuns, listCauses } from '@chatwright/contract'
import type { FindRunsQuery } from '@chatwright/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const FOUND = ['runs', 'found'] as const
const LOOK_EVERY_MS = 5000
const COUNT_EVERY_MS = 10_000

/** Runs of all flows, newest first, followed while the first page is all that is shown. */
export function useFoundRuns(query: FindRunsQuery) {
  return useInfiniteQuery({
    queryKey: [...FOUND, 'list', query],
    queryFn: ({ pageParam, signal }) =>
      call(findRuns, { query: { ...query, ...(pageParam !== '' && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? LOOK_EVERY_MS : false),
    staleTime: 0,
  })
}

/** How many need attention, of one flow or of all. */
export function useRunCounts(flowId: string) {
  return useQuery({
    queryKey: [...FOUND, 'counts', flowId],
    queryFn: ({ signal }) => call(countRuns, { query: flowId === '' ? {} : { flowId }, signal }),
    refetchInterval: COUNT_EVERY_MS,
  })
}

/** What the newest failed runs failed with. */
export function useCauses(flowId: string) {
  return useQuery({
    queryKey: [...FOUND, 'causes', flowId],
    queryFn: ({ signal }) => call(listCauses, { query: flowId === '' ? {} : { flowId }, signal }),
  })
}

export function useDismissRuns() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids: string[]; dismissed: boolean }) => call(dismissRuns, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: FOUND }),
  })
}
