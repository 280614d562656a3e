import { dismissFromInbox, listInbox } from '@chatwright/contract'
import type { InboxReason } from '@chatwright/contract'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const INBOX = ['inbox'] as const

/** Answers that somebody should look at, newest first. */
export function useInbox(reason: InboxReason | undefined) {
  return useInfiniteQuery({
    queryKey: [...INBOX, reason],
    queryFn: ({ pageParam, signal }) =>
      call(listInbox, {
        query: { ...(reason && { reason }), ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 0,
  })
}

export function useDismiss() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ runId, dismissed }: { runId: string; dismissed: boolean }) =>
      call(dismissFromInbox, { params: { runId }, body: { dismissed } }),
    onSettled: () => client.invalidateQueries({ queryKey: INBOX }),
  })
}
