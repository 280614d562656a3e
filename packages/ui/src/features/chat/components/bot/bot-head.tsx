import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { confirm } from '../../../../state/confirm.ts'
import { useChat } from '../chat-context.ts'

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
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 56,
        padding: '8px 16px',
        backgroundColor: 'var(--chat-head-ground)',
        color: 'var(--chat-head-text)',
        borderBottom: '1px solid var(--chat-line)',
      }}
    >
      {avatar === '' ? null : <Avatar src={avatar} alt="" sx={{ width: 32, height: 32 }} />}
      <Typography variant="h3" component="h1" noWrap sx={{ flex: 1, minWidth: 0 }}>
        {title}
      </Typography>
      <LabelledIconButton
        label={t('bot.newChat')}
        disabled={isEmpty}
        onClick={() => void startAnew()}
        sx={{ color: 'inherit' }}
      >
        <IconMessagePlus size={20} aria-hidden />
      </LabelledIconButton>
    </Box>
  )
}
