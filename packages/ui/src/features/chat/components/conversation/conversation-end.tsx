import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { color, size, type } from '../../../../theme/tokens.ts'
import { useChat } from '../chat-context.ts'
import { PromptList } from './prompt-list.tsx'

const NONE: readonly string[] = []

/** Below the last turn: what to ask next, or that the connection is being mended. Part of its row, so that the list follows it. */
export function ConversationEnd() {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const connection = useStore(conversation.store, (state) => state.connection)
  const followUps = useStore(conversation.store, (state) =>
    state.live ? NONE : (state.turns.at(-1)?.answer.followUps ?? NONE),
  )
  return (
    <Box sx={{ padding: '0 16px 16px', maxWidth: size.chatColumn + 32, margin: '0 auto' }}>
      {connection === 'reconnecting' ? (
        <Box role="status" sx={{ ...type.small, color: color.warning }}>
          {t('panel.reconnecting')}
        </Box>
      ) : null}
      {followUps.length > 0 ? (
        <PromptList
          label={t('followUps')}
          prompts={followUps}
          onChoose={(question) => void conversation.ask({ question })}
        />
      ) : null}
    </Box>
  )
}
