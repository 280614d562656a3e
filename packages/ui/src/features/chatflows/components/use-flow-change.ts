import type { ChatflowChanges } from '@chatwright/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { changeChatflow, refreshChatflows } from '../api/chatflow-actions.ts'

/** Saves a change to one flow, then closes the dialog it was made in. */
export function useFlowChange({ id, onDone }: { id: string; onDone: () => void }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: ChatflowChanges) => changeChatflow(id, changes),
    onSuccess: async () => {
      onDone()
      await refreshChatflows(queryClient)
    },
  })
}
