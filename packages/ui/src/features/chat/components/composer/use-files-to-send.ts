import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { messageOf } from '../../../../lib/api-error.ts'
import { newId } from '../../../../lib/new-id.ts'
import { attachFiles } from '../../api/attach-files.ts'
import type { UploadRules } from '../../model/chat-settings.ts'
import { pickFor } from '../../model/pick-files.ts'
import type { PickedFile, RefusedFile } from '../../model/pick-files.ts'
import type { UnsentStore } from '../../model/unsent.ts'
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

export function useFilesToSend(rules: UploadRules, unsent: UnsentStore): FilesToSend {
  const { t } = useTranslation('chat')
  const { chatflowId, conversation, audience } = useChat()
  const { picked, problems, isSending } = useStore(unsent)

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
      unsent.setState({ picked: [...picked, ...result.picked], problems: result.refused.map(describe) })
    },
    remove: (id) => unsent.setState({ picked: picked.filter((file) => file.id !== id) }),
    send: async () => {
      unsent.setState({ problems: [] })
      if (picked.length === 0) return []
      unsent.setState({ isSending: true })
      try {
        const { chatId } = conversation.store.getState()
        const uploads = await attachFiles({ chatflowId, chatId, files: picked, audience })
        unsent.setState({ picked: [] })
        return uploads
      } catch (error) {
        unsent.setState({ problems: [t('upload.failed', { message: messageOf(error) })] })
        return undefined
      } finally {
        unsent.setState({ isSending: false })
      }
    },
  }
}
