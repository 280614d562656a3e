import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../../lib/api-error.ts'
import { notify } from '../../../../state/notifications.ts'
import { abortSpeech, fetchSpeech } from '../../api/speech.ts'
import { speak } from '../../model/speaker.ts'
import { useChat } from '../chat-context.ts'

/** Speaks an answer of this chat; what fails is told. */
export function useSpeak(): (messageId: string) => void {
  const { t } = useTranslation('chat')
  const { chatflowId, conversation } = useChat()
  return (messageId) => {
    const answer = (chatMessageId: string) => ({
      chatflowId,
      chatId: conversation.store.getState().chatId,
      chatMessageId,
    })
    speak(messageId, {
      fetchSpeech: (id, signal) => fetchSpeech(answer(id), signal),
      abort: (id) => void abortSpeech(answer(id)),
    }).catch((error: unknown) => {
      const isBlocked = error instanceof Error && error.name === 'NotAllowedError'
      notify(isBlocked ? t('turn.speechBlocked') : t('turn.speechFailed', { message: messageOf(error) }), {
        tone: 'error',
      })
    })
  }
}
