import {
  getChatflow,
  getComparison,
  listChatflowVersions,
  listComparisons,
  listTestSets,
  startComparison,
} from '@chatwright/contract'
import type { NewComparison } from '@chatwright/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { lookAgainMs } from '../../../lib/look-again.ts'

const LOOK_EVERY_MS = 2000

/** A comparison with its cases; looked at again while it is under way. */
export function useComparison(id: string) {
  return useQuery({
    queryKey: ['comparison', id],
    queryFn: ({ signal }) => call(getComparison, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'running' ? lookAgainMs(data.createdDate, LOOK_EVERY_MS) : false,
  })
}

/** Those of a flow, or of all of them; the newest first. */
export function useComparisons(chatflowId: string) {
  return useInfiniteQuery({
    queryKey: ['comparisons', chatflowId],
    queryFn: ({ pageParam, signal }) =>
      call(listComparisons, {
        query: {
          limit: 10,
          ...(chatflowId !== '' && { chatflowId }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
}

export function useStartComparison() {
  return useMutation({ mutationFn: (body: NewComparison) => call(startComparison, { body }) })
}

/** What can be compared of a flow: its versions, which of them answers, and its sets of tests. */
export function useComparable(flowId: string) {
  return useQuery({
    queryKey: ['comparable', flowId],
    enabled: flowId !== '',
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [flow, versions, sets] = await Promise.all([
        call(getChatflow, { params: { id: flowId }, signal }),
        call(listChatflowVersions, { params: { id: flowId }, signal }),
        call(listTestSets, { query: { flowId, limit: 100 }, signal }),
      ])
      return { live: flow.liveVersion, versions: versions.map(({ version }) => version), sets: sets.items }
    },
  })
}
