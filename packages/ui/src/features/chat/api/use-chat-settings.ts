import { getPublicChatbotConfig } from '@chatwright/contract'
import { useQuery } from '@tanstack/react-query'

import { call } from '../../../lib/api.ts'
import { readChatSettings } from '../model/chat-settings.ts'

/** What the flow's owner configured for its chat. */
export function useChatSettings(chatflowId: string) {
  return useQuery({
    queryKey: ['chat-settings', chatflowId],
    queryFn: ({ signal }) => call(getPublicChatbotConfig, { params: { id: chatflowId }, signal }),
    select: readChatSettings,
    // A flow that was never saved has no id, and nothing configured.
    enabled: chatflowId !== '',
  })
}
