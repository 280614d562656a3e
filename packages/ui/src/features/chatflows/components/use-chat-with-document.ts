import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { chatWithDocument } from '../api/chat-with-document.ts'
import { refreshChatflows } from '../api/chatflow-actions.ts'

/** From a file to a chat with it, beside the flow that answers. */
export function useChatWithDocument() {
  const { t } = useTranslation('chatflows')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (file: File) =>
      chatWithDocument({ file, name: t('welcome.document.flowName', { name: file.name.replace(/\.\w+$/, '') }) }),
    onSuccess: async (flow) => {
      await navigate(`/canvas/${flow.id}`, { state: { opensChat: true } })
      await refreshChatflows(queryClient)
    },
  })
  return {
    start: (file: File) => mutate(file),
    /** The name of the file being read. */
    working: isPending ? variables.name : undefined,
    error: error?.message,
  }
}
