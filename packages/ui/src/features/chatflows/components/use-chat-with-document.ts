import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { chatWithDocument } from '../api/chat-with-document.ts'
import { useOpenWithChat } from './use-open-with-chat.ts'

/** From a file to a chat with it, beside the flow that answers. */
export function useChatWithDocument() {
  const { t } = useTranslation('chatflows')
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (file: File) =>
      chatWithDocument({ file, name: t('welcome.document.flowName', { name: file.name.replace(/\.\w+$/, '') }) }),
    onSuccess: useOpenWithChat(),
  })
  return {
    start: (file: File) => mutate(file),
    /** The name of the file being read. */
    working: isPending ? variables.name : undefined,
    error: error?.message,
  }
}
