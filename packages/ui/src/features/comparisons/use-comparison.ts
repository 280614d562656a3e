import { getComparison } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const LOOK_EVERY_MS = 2000

/** A comparison with its cases; looked at again while it is under way. */
export function useComparison(id: string) {
  return useQuery({
    queryKey: ['comparison', id],
    queryFn: ({ signal }) => call(getComparison, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
  })
}
