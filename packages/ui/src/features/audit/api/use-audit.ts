import { listAudit, type AuditEntry } from '@chatwright/contract'
import { useInfiniteQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export type AuditFilter = 'all' | AuditEntry['result']

export function useAudit(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, {
        query: { ...(pageParam !== '' && { cursor: pageParam }), ...(filter !== 'all' && { result: filter }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
