import { deleteChatMessages, exportMessages, listChatMessages } from '@chatwright/contract'
import type { ChatMessage } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'

/** All messages of a chat, oldest first. */
export function useConversation({ flowId, chatId }: { flowId: string; chatId: string }) {
  return useQuery({
    queryKey: ['conversation', flowId, chatId],
    queryFn: async ({ signal }): Promise<ChatMessage[]> => {
      const query = { chatId, order: 'ASC' as const }
      const answer = await call(listChatMessages, { params: { id: flowId }, query, signal })
      return Array.isArray(answer) ? answer : answer.items
    },
    staleTime: 0,
  })
}

export function deleteConversation({ flowId, chatId }: { flowId: string; chatId: string }): Promise<unknown> {
  return call(deleteChatMessages, { params: { id: flowId }, query: { chatId, isClearFromViewMessageDialog: 'true' } })
}

/** Everything that was written in a flow's chats, as one file holds it. */
export function exportConversations(flowId: string, { words, from }: { words: string; from: Date | undefined }) {
  const query = { ...(words.trim() !== '' && { search: words.trim() }), ...(from && { startDate: from }) }
  return call(exportMessages, { body: { chatflowId: flowId, ...query } })
}
