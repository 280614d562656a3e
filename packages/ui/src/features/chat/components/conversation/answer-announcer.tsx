import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { useChat } from '../chat-context.ts'
import { visuallyHidden } from '../visually-hidden.ts'

/** Tells a screen reader that an answer began and, once it is whole, what it says: never token by token. */
export function AnswerAnnouncer() {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const isLive = useStore(conversation.store, (state) => state.live !== undefined)
  const text = useStore(conversation.store, (state) => state.turns.at(-1)?.answer.text ?? '')
  const hasAsked = useStore(conversation.store, (state) => state.turns.length > 0)
  return (
    <Box role="status" sx={{ ...visuallyHidden, bottom: 0 }}>
      {isLive ? t('turn.writing') : hasAsked ? `${t('turn.written')} ${text.slice(0, 1000)}` : ''}
    </Box>
  )
}
