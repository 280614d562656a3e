import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { useChat } from '../chat-context.ts'

interface SendButtonProps {
  canSend: boolean
  isBusy: boolean
  isSending: boolean
}

/** Sends the question; while an answer is written, stops it. */
export function SendButton({ canSend, isBusy, isSending }: SendButtonProps) {
  const { t } = useTranslation('chat')
  const { conversation } = useChat()
  if (isBusy) {
    return (
      <LabelledIconButton label={t('composer.stop')} onClick={() => void conversation.stop()} sx={filled}>
        <IconPlayerStopFilled size={20} aria-hidden />
      </LabelledIconButton>
    )
  }
  return (
    <LabelledIconButton
      type="submit"
      label={t('composer.send')}
      shortcut="Enter"
      disabled={!canSend}
      loading={isSending}
      sx={filled}
    >
      <IconArrowUp size={20} aria-hidden />
    </LabelledIconButton>
  )
}

const filled = {
  backgroundColor: 'var(--chat-accent)',
  color: 'var(--chat-on-accent)',
  '&:hover': { backgroundColor: 'var(--chat-accent)', opacity: 0.9 },
  '&.Mui-disabled': { backgroundColor: 'transparent', color: 'var(--chat-input-hint)' },
}
