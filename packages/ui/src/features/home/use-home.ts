import { getSpend, listChatflows, listInbox, listWaits } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const FEW = 5
/** What a home shows has often changed elsewhere. */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

export function useWaiting() {
  return useQuery({
    queryKey: ['waits', 'home'],
    queryFn: ({ signal }) => call(listWaits, { query: { limit: FEW }, signal }),
    ...fresh,
  })
}

export function useFailed() {
  return useQuery({
    queryKey: ['inbox', 'home'],
    queryFn: ({ signal }) => call(listInbox, { query: { limit: FEW, reason: 'failed' }, signal }),
    ...fresh,
  })
}

export function useCostToday() {
  return useQuery({
    queryKey: ['spend', 'home'],
    queryFn: async ({ signal }) => (await call(getSpend, { query: { days: 1 }, signal })).total,
    ...fresh,
  })
}

export function useLastFlows() {
  return useQuery({
    queryKey: ['chatflows', 'home'],
    queryFn: async ({ signal }) => {
      const page = await call(listChatflows, { query: { limit: FEW, sort: 'updatedDate' }, signal })
      return 'items' in page ? page.items : []
    },
    ...fresh,
  })
}
