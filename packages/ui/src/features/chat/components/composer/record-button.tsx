import Box from '@mui/material/Box'
import { IconMicrophone, IconPlayerStopFilled, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { LabelledIconButton } from '../../../../components/labelled-icon-button.tsx'
import { clockOf } from '../../../../lib/recording/voice-recorder.ts'
import { color, type } from '../../../../theme/tokens.ts'
import type { Recorder } from './use-recorder.ts'

/** Begins and ends a recording. */
export function RecordButton({ recorder, disabled }: { recorder: Recorder; disabled: boolean }) {
  const { t } = useTranslation('chat')
  if (recorder.phase === 'recording') {
    return (
      <LabelledIconButton label={t('composer.stopRecording')} onClick={recorder.stop} sx={{ color: color.error }}>
        <IconPlayerStopFilled size={20} aria-hidden />
      </LabelledIconButton>
    )
  }
  return (
    <LabelledIconButton
      label={t('composer.record')}
      disabled={disabled}
      loading={recorder.phase !== 'idle'}
      onClick={recorder.start}
    >
      <IconMicrophone size={20} aria-hidden />
    </LabelledIconButton>
  )
}

/** What the microphone is doing, or why it is not. */
export function RecordingNotice({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation('chat')
  const { phase, seconds, problem } = recorder
  return (
    <>
      {problem === undefined ? null : (
        <Box role="alert" sx={{ ...type.caption, color: color.error, paddingBottom: 1 }}>
          {problem}
        </Box>
      )}
      {phase === 'idle' || phase === 'opening' ? null : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, ...type.caption, color: 'var(--chat-bot-text)' }}>
          {phase === 'recording' ? (
            <>
              <Box component="span" aria-hidden sx={dotStyles} />
              <span role="timer">{t('composer.recording', { time: clockOf(seconds) })}</span>
              <LabelledIconButton size="small" label={t('composer.cancelRecording')} onClick={recorder.discard}>
                <IconX size={16} aria-hidden />
              </LabelledIconButton>
            </>
          ) : (
            <span role="status">{t('composer.writing')}</span>
          )}
        </Box>
      )}
    </>
  )
}

const dotStyles = { width: 8, height: 8, borderRadius: '50%', backgroundColor: color.error }
