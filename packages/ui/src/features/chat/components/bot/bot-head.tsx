import { IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { confirm } from '../../../../state/confirm.ts'
import { useChat } from '../chat-context.ts'
import { BotBar } from './bot-bar.tsx'

interface BotHeadProps {
  title: string
  avatar: string
}

export function BotHead({ title, avatar }: BotHeadProps) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const isEmpty = useStore(conversation.store, (state) => state.turns.length === 0 && state.live === undefined)
  const startAnew = async () => {
    const isSure = await confirm({
      title: t('bot.newChatTitle'),
      description: t('bot.newChatText'),
      confirmButtonName: t('bot.newChatConfirm'),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
    })
    if (isSure) await conversation.clear()
  }
  return (
    <BotBar title={title} avatar={avatar}>
      <LabelledIconButton
        label={t('bot.newChat')}
        disabled={isEmpty}
        onClick={() => void startAnew()}
        sx={{ color: 'inherit' }}
      >
        <IconMessagePlus size={20} aria-hidden />
      </LabelledIconButton>
    </BotBar>
  )
}
