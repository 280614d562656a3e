import type { Chatflow } from '@chatwright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { refreshChatflows } from '../api/chatflow-actions.ts'

/** Opens a flow that was just made, with the chat beside it. */
export function useOpenWithChat(): (flow: Chatflow) => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async (flow) => {
    await navigate(`/canvas/${flow.id}`, { state: { opensChat: true } })
    await refreshChatflows(queryClient)
  }
}
