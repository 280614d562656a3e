import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useTimeMachine } from './time-machine-context.ts'

/** Why there is nothing to step through, and what to do about it. */
export function RecordingNotice() {
  const { t } = useTranslation('runs')
  const recorded = useTimeMachine()?.recorded
  if (!recorded || recorded.isKept) return null
  return (
    <Box sx={{ marginBottom: 2 }}>
      <ProblemNotice tone="info">{recorded.isRecording ? t('recording.notKept') : t('recording.off')}</ProblemNotice>
    </Box>
  )
}
