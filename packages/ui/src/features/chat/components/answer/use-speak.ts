import { useTranslation } from 'react-i18next'

import { messageOf } from '../../../../lib/api-error.ts'
import { isPlayBlocked } from '../../../../lib/speech/speaker.ts'
import { notify } from '../../../../state/notifications.ts'
import { abortSpeech, fetchSpeech } from '../../api/speech.ts'
import { speaker } from '../../model/speaker.ts'
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
    const ports = {
      fetchSpeech: (id: string, signal: AbortSignal) => fetchSpeech(answer(id), signal),
      abort: (id: string) => void abortSpeech(answer(id)),
    }
    speaker.speak(messageId, ports).catch((error: unknown) => {
      notify(isPlayBlocked(error) ? t('turn.speechBlocked') : t('turn.speechFailed', { message: messageOf(error) }), {
        tone: 'error',
      })
    })
  }
}
