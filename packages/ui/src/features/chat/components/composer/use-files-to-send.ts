import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../../lib/api-error.ts'
import { newId } from '../../../../lib/new-id.ts'
import { attachFiles } from '../../api/attach-files.ts'
import type { UploadRules } from '../../model/chat-settings.ts'
import { pickFor } from '../../model/pick-files.ts'
import type { PickedFile, RefusedFile } from '../../model/pick-files.ts'
import type { Upload } from '../../../../lib/prediction/upload.ts'
import { useChat } from '../chat-context.ts'

export interface FilesToSend {
  picked: readonly PickedFile[]
  problems: readonly string[]
  isSending: boolean
  add: (files: File[]) => void
  remove: (id: string) => void
  /** What goes along with the question; nothing when the files could not be sent, and the question must wait. */
  send: () => Promise<Upload[] | undefined>
}

export function useFilesToSend(rules: UploadRules): FilesToSend {
  const { t } = useTranslation('chat')
  const { chatflowId, conversation, audience } = useChat()
  const [picked, setPicked] = useState<readonly PickedFile[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isSending, setIsSending] = useState(false)

  const describe = (refused: RefusedFile): string => {
    switch (refused.reason) {
      case 'tooLarge':
        return t('upload.tooLarge', { name: refused.name, limit: refused.limit })
      case 'wrongType':
        return t('upload.wrongType', { name: refused.name, types: refused.types })
      case 'tooMany':
        return t('upload.tooMany', { count: refused.count })
    }
  }

  return {
    picked,
    problems,
    isSending,
    add: (files) => {
      const { turns, live } = conversation.store.getState()
      const sent = [...turns, ...(live ? [live] : [])].flatMap((turn) => turn.uploads)
      const takenNames = [...sent, ...picked.map(({ file }) => file)].map(({ name }) => name)
      const result = pickFor(rules, files, { alreadyPicked: picked.length, takenNames, newId })
      setPicked([...picked, ...result.picked])
      setProblems(result.refused.map(describe))
    },
    remove: (id) => setPicked(picked.filter((file) => file.id !== id)),
    send: async () => {
      setProblems([])
      if (picked.length === 0) return []
      setIsSending(true)
      try {
        const { chatId } = conversation.store.getState()
        const uploads = await attachFiles({ chatflowId, chatId, files: picked, audience })
        setPicked([])
        return uploads
      } catch (error) {
        setProblems([t('upload.failed', { message: messageOf(error) })])
        return undefined
      } finally {
        setIsSending(false)
      }
    },
  }
}
