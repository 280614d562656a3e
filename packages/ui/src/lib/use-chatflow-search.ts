import { listChatflows } from '@chatwright/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { call } from './api.ts'

/** The few best matches by name, for pickers and the command palette. */
export function useChatflowSearch(words: string) {
  return useQuery({
    queryKey: ['chatflows', 'search', words],
    queryFn: async ({ signal }) => {
      const answer = await call(listChatflows, { query: { limit: 8, ...(words !== '' && { search: words }) }, signal })
      return 'items' in answer ? answer.items : []
    },
    placeholderData: keepPreviousData,
  })
}
