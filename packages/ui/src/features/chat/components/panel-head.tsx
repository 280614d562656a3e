import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconTrash, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { LabelledIconButton } from '../../../components/labelled-icon-button.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { confirm } from '../../../state/confirm.ts'
import { notify } from '../../../state/notifications.ts'
import { color } from '../../../theme/tokens.ts'
import { useChat } from './chat-context.ts'

interface PanelHeadProps {
  titleId: string
  isExpanded: boolean
  onToggleExpanded: (() => void) | undefined
  onClose: (() => void) | undefined
}

export function PanelHead({ titleId, isExpanded, onToggleExpanded, onClose }: PanelHeadProps) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  const isEmpty = useStore(conversation.store, (state) => state.turns.length === 0 && state.live === undefined)
  const clear = async () => {
    const isSure = await confirm({
      title: t('clear.title'),
      description: t('clear.text'),
      confirmButtonName: t('clear.confirm'),
      cancelButtonName: t('action.cancel', { ns: 'common' }),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await conversation.clear()
    } catch (error) {
      notify(t('clear.failed', { message: messageOf(error) }), { tone: 'error' })
    }
  }
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        padding: '6px 8px 6px 16px',
        minHeight: 48,
        borderBottom: `1px solid ${color.line}`,
      }}
    >
      <Typography id={titleId} variant="h3" component="h2" sx={{ flex: 1 }}>
        {t('panel.title')}
      </Typography>
      <LabelledIconButton label={t('panel.clear')} disabled={isEmpty} onClick={() => void clear()}>
        <IconTrash size={20} aria-hidden />
      </LabelledIconButton>
      {onToggleExpanded ? (
        <LabelledIconButton label={isExpanded ? t('panel.collapse') : t('panel.expand')} onClick={onToggleExpanded}>
          {isExpanded ? (
            <IconArrowsDiagonalMinimize2 size={20} aria-hidden />
          ) : (
            <IconArrowsDiagonal size={20} aria-hidden />
          )}
        </LabelledIconButton>
      ) : null}
      {onClose && !isExpanded ? (
        <LabelledIconButton label={t('panel.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </LabelledIconButton>
      ) : null}
    </Box>
  )
}
