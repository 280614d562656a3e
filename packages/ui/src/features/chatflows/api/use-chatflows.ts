import { listChatflows } from '@chatwright/contract'
import type { ChatflowQuery, ChatflowSummary } from '@chatwright/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

const PAGE_SIZE = 60

export type ChatflowListQuery = Pick<ChatflowQuery, 'type' | 'search' | 'tag' | 'sort' | 'order'>

export interface ChatflowPage {
  items: ChatflowSummary[]
  nextCursor: string | null
  total: number
}

/** The list, page by page; search and order happen on the server. */
export function useChatflows(query: ChatflowListQuery) {
  return useInfiniteQuery({
    queryKey: ['chatflows', 'pages', query],
    queryFn: ({ pageParam, signal }) => fetchPage({ ...query, cursor: pageParam, limit: PAGE_SIZE }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  })
}

async function fetchPage(query: ChatflowQuery, signal: AbortSignal): Promise<ChatflowPage> {
  const answer = await call(listChatflows, { query, signal })
  // With a limit the server answers a page; the other shapes belong to older clients.
  if (!('items' in answer)) throw new TypeError('Expected a page of chat flows.')
  return answer
}
