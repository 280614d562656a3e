import Box from '@mui/material/Box'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import type { BotLook } from '../../../../lib/bot-config/bot-config.ts'
import { newId } from '../../../../lib/new-id.ts'
import { PRODUCT_NAME } from '../../../../lib/product.ts'
import { size, type } from '../../../../theme/tokens.ts'
import { visitorPorts } from '../../api/conversation-ports.ts'
import { useConversation } from '../../api/use-conversation.ts'
import type { ChatSettings } from '../../model/chat-settings.ts'
import { ConversationMemory } from '../../../../parts/conversation/conversation-memory.ts'
import { AutoSpeaker } from '../answer/auto-speaker.tsx'
import { ChatContext, useChat } from '../chat-context.ts'
import { Composer } from '../composer/composer.tsx'
import { ConversationView } from '../conversation/conversation-view.tsx'
import { PromptList } from '../conversation/prompt-list.tsx'
import { BotFrame } from './bot-frame.tsx'
import { BotHead } from './bot-head.tsx'
import { Greeting } from './greeting.tsx'
import { LeadForm } from './lead-form.tsx'

interface BotChatProps {
  chatflowId: string
  title: string
  look: BotLook
  settings: ChatSettings
}

/** A public chat as its owner dressed it. */
export function BotChat({ chatflowId, title, look, settings }: BotChatProps) {
  const { t } = useTranslation('chat')
  const [memory] = useState(() => openMemory(chatflowId, look.generateNewSession))
  const [lead, setLead] = useState(() => memory.read()?.lead)
  const [sessionId] = useState(newId)
  const conversation = useConversation(chatflowId, {
    createPorts: (id) =>
      visitorPorts(id, {
        leadEmail: () => memory.read()?.lead?.email,
        ...(look.generateNewSession && { overrideConfig: { sessionId } }),
      }),
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
  const mustIntroduce = settings.lead !== undefined && lead === undefined
  const thanks = settings.lead && lead ? (settings.lead.successMessage ?? t('lead.thanks')) : ''
  const greeting = [look.welcomeMessage.trim() || t('bot.welcome'), thanks]
    .filter((text) => text.trim() !== '')
    .join('\n\n')
  return (
    <ChatContext value={context}>
      <BotFrame look={look}>
        <AutoSpeaker />
        <BotHead title={title} avatar={look.titleAvatarSrc} />
        <BotConversation greeting={greeting} />
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            padding: '8px 16px',
            width: '100%',
            maxWidth: size.chatColumn + 32,
            margin: '0 auto',
          }}
        >
          {mustIntroduce && settings.lead ? (
            <LeadForm
              settings={settings.lead}
              onLeft={(left) => {
                memory.rememberLead(left)
                setLead(left)
              }}
            />
          ) : (
            <>
              <Starters prompts={settings.starterPrompts} />
              <Composer
                canAsk
                placeholder={look.textInput.placeholder === '' ? undefined : look.textInput.placeholder}
                uploads={settings.uploads}
                canRecord={settings.canRecord}
              />
            </>
          )}
          <Box sx={{ ...type.caption, textAlign: 'center', color: 'var(--chat-foot-text)' }}>
            {t('bot.poweredBy', { product: PRODUCT_NAME })}
          </Box>
        </Box>
      </BotFrame>
    </ChatContext>
  )
}

function BotConversation({ greeting }: { greeting: string }) {
  const { conversation } = useChat()
  const isEmpty = useStore(conversation.store, (state) => state.turns.length === 0 && state.live === undefined)
  const head = <Greeting text={greeting} />
  return isEmpty ? (
    <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>{head}</Box>
  ) : (
    <ConversationView head={head} />
  )
}

/** Suggestions stand at the composer until the first question. */
function Starters({ prompts }: { prompts: readonly string[] }) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const isEmpty = useStore(conversation.store, (state) => state.turns.length === 0 && state.live === undefined)
  if (!isEmpty || prompts.length === 0) return null
  return (
    // As wide as the field below.
    <Box sx={{ width: '100%', maxWidth: size.chatColumn, margin: '0 auto' }}>
      <PromptList
        label={t('starters')}
        prompts={prompts}
        onChoose={(question) => void conversation.ask({ question })}
      />
    </Box>
  )
}

/** With a new session for every visit nothing of the last one is shown: the flow would not remember it either. */
function openMemory(chatflowId: string, isNewSession: boolean): ConversationMemory {
  const memory = new ConversationMemory(chatflowId, 'EXTERNAL')
  if (isNewSession) memory.forget(newId())
  return memory
}
