import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { PRODUCT_NAME } from '../../../../lib/product.ts'
import { type } from '../../../../theme/tokens.ts'
import { visitorPorts } from '../../api/conversation-ports.ts'
import { useConversation } from '../../api/use-conversation.ts'
import { ConversationMemory } from '../../../../parts/conversation/conversation-memory.ts'
import { ChatContext, useChat } from '../chat-context.ts'
import { ConversationView } from '../conversation/conversation-view.tsx'
import { BotBar } from './bot-bar.tsx'
import { BotFrame } from './bot-frame.tsx'
import type { BotPageProps } from './bot-page.tsx'
import { FormFields } from './form-fields.tsx'

/** A form as its owner dressed it; sent, the answer is written in its place. */
export function BotForm({ chatflowId, title, look, settings }: BotPageProps) {
  const { t } = useTranslation('chat')
  const conversation = useConversation(chatflowId, {
    // Apart from the chat with the same flow, and gone with the tab.
    createPorts: (id) => ({ ...visitorPorts(id), memory: new ConversationMemory(id, 'EXTERNAL', sessionStorage) }),
  })
  const context = useMemo(
    () =>
      conversation && {
        chatflowId,
        conversation,
        audience: 'visitor' as const,
        hasFeedback: settings.hasFeedback,
        speech: settings.speech,
        errorMessage: look.errorMessage === '' ? undefined : look.errorMessage,
        botAvatar: look.botMessage.showAvatar ? look.botMessage.avatarSrc : undefined,
      },
    [chatflowId, conversation, settings.hasFeedback, settings.speech, look],
  )
  if (!context) return null
  return (
    <ChatContext value={context}>
      <BotFrame look={look}>
        <BotBar title={settings.form?.title || title} avatar={look.titleAvatarSrc} />
        <FormOrAnswer settings={settings} welcome={settings.form?.description || look.welcomeMessage} />
        <Box sx={{ ...type.caption, textAlign: 'center', color: 'var(--chat-foot-text)', padding: 1 }}>
          {t('bot.poweredBy', { product: PRODUCT_NAME })}
        </Box>
      </BotFrame>
    </ChatContext>
  )
}

function FormOrAnswer({ settings, welcome }: { settings: BotPageProps['settings']; welcome: string }) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const isEmpty = useStore(conversation.store, (state) => state.turns.length === 0 && state.live === undefined)
  const isBusy = useStore(conversation.store, (state) => state.live !== undefined)
  if (isEmpty) return <FormFields settings={settings} welcome={welcome} />
  return (
    <>
      <ConversationView />
      <Box sx={{ display: 'flex', justifyContent: 'center', padding: '8px 16px' }}>
        <Button variant="outlined" disabled={isBusy} onClick={() => void conversation.clear()}>
          {t('form.again')}
        </Button>
      </Box>
    </>
  )
}
