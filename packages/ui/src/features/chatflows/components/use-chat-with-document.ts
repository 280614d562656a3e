import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../lib/api-error.ts'
import { chatWithDocument, EmptyDocumentError } from '../api/chat-with-document.ts'
import { useOpenWithChat } from './use-open-with-chat.ts'

/** From a file to a chat with it, beside the flow that answers. */
export function useChatWithDocument() {
  const { t } = useTranslation('chatflows')
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (file: File) =>
      chatWithDocument({ file, name: t('welcome.document.flowName', { name: file.name.replace(/\.\w+$/, '') }) }),
    onSuccess: useOpenWithChat(),
  })
  const retry = error instanceof ApiError && error.isRetryable && variables ? () => mutate(variables) : undefined
  return {
    start: (file: File) => mutate(file),
    /** The name of the file being read. */
    working: isPending ? variables.name : undefined,
    error: error instanceof EmptyDocumentError ? t('welcome.document.empty', { name: error.message }) : error?.message,
    /** Only where asking again may help. */
    retry,
  }
}
