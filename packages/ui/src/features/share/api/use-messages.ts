import { deleteChatMessages, exportMessages, listChatMessages } from '@chatwright/contract'
import type { ChatMessage, ExportedSession } from '@chatwright/contract'
import { useInfiniteQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

export interface MessageFilter {
  search: string
  chatType: 'all' | 'INTERNAL' | 'EXTERNAL'
  rating: 'any' | 'THUMBS_UP' | 'THUMBS_DOWN'
  /** Days as the date fields give them, or empty. */
  from: string
  to: string
}

export const noFilter: MessageFilter = { search: '', chatType: 'all', rating: 'any', from: '', to: '' }

const PAGE = 100

/** Pages of messages, newest first. */
export function useMessages(chatflowId: string, filter: MessageFilter) {
  return useInfiniteQuery({
    queryKey: ['messages', chatflowId, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(listChatMessages, {
        params: { id: chatflowId },
        query: {
          ...queryOf(filter),
          order: 'DESC',
          limit: PAGE,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      })
      return Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  })
}

/** The whole of one conversation, also what a search or a page left out. */
export async function readConversation(
  chatflowId: string,
  chatId: string,
  signal: AbortSignal,
): Promise<ChatMessage[]> {
  const answer = await call(listChatMessages, { params: { id: chatflowId }, query: { chatId, order: 'ASC' }, signal })
  return Array.isArray(answer) ? answer : answer.items
}

export function deleteConversation(chatflowId: string, chatId: string): Promise<unknown> {
  return call(deleteChatMessages, {
    params: { id: chatflowId },
    query: { chatId, isClearFromViewMessageDialog: 'true' },
  })
}

/** What the filter leaves, as the list shows it. */
export function exportConversations(chatflowId: string, filter: MessageFilter): Promise<ExportedSession[]> {
  const { feedback: _, ...query } = queryOf(filter)
  return call(exportMessages, { body: { chatflowId, ...query } })
}

function queryOf({ search, chatType, rating, from, to }: MessageFilter) {
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(chatType !== 'all' && { chatType: [chatType] }),
    ...(rating !== 'any' && { feedbackType: [rating], feedback: true }),
    ...(from !== '' && { startDate: new Date(`${from}T00:00:00`) }),
    ...(to !== '' && { endDate: new Date(`${to}T23:59:59.999`) }),
  }
}
