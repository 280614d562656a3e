import Box from '@mui/material/Box'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { spokenWords } from '../../../../parts/conversation/spoken-words.ts'
import type { Answer } from '../../../../parts/conversation/turn.ts'
import { useChat } from '../chat-context.ts'
import { visuallyHidden } from '../../../../components/visually-hidden.ts'

/** Tells a screen reader that an answer began and, once it is whole, what it says: never token by token. */
export function AnswerAnnouncer() {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const isLive = useStore(conversation.store, (state) => state.live !== undefined)
  const answer = useStore(conversation.store, (state) => state.turns.at(-1)?.answer)
  return (
    <Box role="status" sx={{ ...visuallyHidden, bottom: 0 }}>
      {isLive ? t('turn.writing') : answer ? wordsOf(answer, t) : ''}
    </Box>
  )
}

/** A fault is an alert of its own, and no complete answer. */
function wordsOf({ fault, state, text }: Answer, t: TFunction<'chat'>): string {
  if (fault) return ''
  const end = state === 'stopped' || state === 'interrupted' ? t(`turn.${state}`) : t('turn.written')
  return `${end} ${spokenWords(text.slice(0, 1000), t('turn.code'))}`
}
