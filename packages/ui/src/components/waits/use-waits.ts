import { cancelWait, decideWait, listWaits } from '@chatwright/contract'
import type { GivenDecision } from '@chatwright/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const WAITS = ['waits'] as const
const PAGE = 20
/** Somebody else may decide meanwhile, or a run come to rest. */
const LOOK_EVERY_MS = 10_000

/** What waits: of one flow, or of all; those from before there was an end alone, where that is asked. */
export function useWaits({ chatflowId, isWithoutEnd = false }: { chatflowId?: string; isWithoutEnd?: boolean } = {}) {
  return useInfiniteQuery({
    queryKey: [...WAITS, chatflowId ?? '', isWithoutEnd],
    queryFn: ({ pageParam, signal }) =>
      call(listWaits, {
        query: {
          limit: PAGE,
          ...(chatflowId !== undefined && { chatflowId }),
          ...(isWithoutEnd && { withoutEnd: 'true' as const }),
          ...(pageParam !== '' && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** Whatever comes of it, the list is read anew: somebody else may have decided. */
export function useDecideWait() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: GivenDecision }) =>
      call(decideWait, { params: { id }, body: decision }),
    onSettled: () => client.invalidateQueries({ queryKey: WAITS }),
  })
}

export function useCancelWait() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(cancelWait, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: WAITS }),
  })
}
