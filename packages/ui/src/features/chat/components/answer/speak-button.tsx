import { IconPlayerStop, IconVolume } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { speaker } from '../../model/speaker.ts'
import { useSpeak } from './use-speak.ts'

/** Lets an answer be listened to. */
export function SpeakButton({ messageId }: { messageId: string }) {
  const { t } = useTranslation('chat')
  const speak = useSpeak()
  const state = useStore(speaker.store, (current) => (current.messageId === messageId ? current.state : 'silent'))
  return state === 'silent' ? (
    <LabelledIconButton label={t('turn.listen')} onClick={() => speak(messageId)}>
      <IconVolume size={16} aria-hidden />
    </LabelledIconButton>
  ) : (
    <LabelledIconButton label={t('turn.silence')} onClick={speaker.hush}>
      <IconPlayerStop size={16} aria-hidden />
    </LabelledIconButton>
  )
}
