import { getRun } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'
import { lookAgainMs } from '../../lib/look-again.ts'

const UNDER_WAY_MS = 1000

/** One run with its trace, followed while it goes on. Without an id, nothing is asked. */
export function useRun(id: string | undefined) {
  return useQuery({
    queryKey: ['runs', 'run', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(getRun, { params: { id: id ?? '' }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && isUnderWay(data.status) ? lookAgainMs(data.createdDate, UNDER_WAY_MS) : false,
  })
}

export function isUnderWay(status: string | undefined): boolean {
  return status === 'running' || status === 'queued'
}
