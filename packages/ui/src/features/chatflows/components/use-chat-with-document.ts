import type { JobProgress } from '@chatwright/core/run'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { ApiError } from '../../../lib/api-error.ts'
import { addJob } from '../../../lib/jobs/job-list.ts'
import { notify } from '../../../state/notifications.ts'
import { chatWithDocuments, EmptyDocumentError } from '../api/chat-with-document.ts'
import { useOpenWithChat } from './use-open-with-chat.ts'

/** Where passages are counted; before, it is files. */
const PASSAGE_STAGES: ReadonlySet<string> = new Set(['embedding', 'storing'])

/** From files to a chat with them, beside the flow that answers; `onOpened` hears when it is there. */
export function useChatWithDocument(onOpened?: () => void) {
  const { t } = useTranslation('chatflows')
  const open = useOpenWithChat()
  const client = useQueryClient()
  const [progress, setProgress] = useState<JobProgress>()
  const reading = useRef<AbortController>(undefined)
  // Who leaves the page does not wait for it any more.
  useEffect(() => () => reading.current?.abort(), [])
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (files: readonly File[]) => {
      reading.current = new AbortController()
      setProgress(undefined)
      return chatWithDocuments({
        signal: reading.current.signal,
        onStart: (job) => addJob(client, job),
        onProgress: setProgress,
        files,
        name: t('welcome.document.flowName', { name: files.map((file) => file.name.replace(/\.\w+$/, '')).join(', ') }),
        questionAbout: (subject) => t('welcome.document.questionAbout', { subject }),
      })
    },
    onSuccess: async ({ flow, failures }) => {
      for (const { message, hint = '' } of failures) {
        notify(t('welcome.document.unread', { reason: `${message} ${hint}`.trim() }), { tone: 'error' })
      }
      await open(flow)
      onOpened?.()
    },
  })
  const start = useCallback(
    (files: readonly File[]) => {
      if (files.length > 0) mutate(files)
    },
    [mutate],
  )
  const retry = error instanceof ApiError && error.isRetryable && variables ? () => mutate(variables) : undefined
  return {
    start,
    /** The names of the files being read. */
    working: isPending ? variables.map((file) => file.name).join(', ') : undefined,
    /** How many passages are read. */
    progress: isPending && progress && PASSAGE_STAGES.has(progress.stage) ? progress : undefined,
    stop: () => reading.current?.abort(),
    error: isAbort(error)
      ? undefined
      : error instanceof EmptyDocumentError
        ? t('welcome.document.empty', { name: error.message })
        : error?.message,
    /** Only where asking again may help. */
    retry,
  }
}

function isAbort(error: Error | null): boolean {
  return error?.name === 'AbortError'
}
