import { getSpend, listChatflows, listInbox, listWaits } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../lib/api.ts'

const FEW = 5
const MANY = 40
const BAD: ReadonlySet<string> = new Set(['failed', 'rated-down'])
/** What a home shows has often changed elsewhere. */
const fresh = { staleTime: 0, refetchInterval: 60_000 } as const

export function useWaiting() {
  return useQuery({
    queryKey: ['waits', 'home'],
    queryFn: ({ signal }) => call(listWaits, { query: { limit: FEW }, signal }),
    ...fresh,
  })
}

/** Of the answers to look at, those that failed and those that a visitor rated down. */
export function useFailed() {
  return useQuery({
    queryKey: ['inbox', 'home'],
    queryFn: async ({ signal }) => {
      const { items } = await call(listInbox, { query: { limit: MANY }, signal })
      return items.filter(({ reasons }) => reasons.some((reason) => BAD.has(reason))).slice(0, FEW)
    },
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
