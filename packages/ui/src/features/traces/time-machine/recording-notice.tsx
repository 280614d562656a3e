import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { useTimeMachine } from './time-machine-context.ts'

const WORDS = {
  'server-off': 'recording.off',
  'flow-off': 'recording.flowOff',
  'too-old': 'recording.tooOld',
  'no-room': 'recording.noRoom',
  'no-calls': 'recording.noCalls',
  unknown: 'recording.unknown',
} as const

/** Why there is nothing to step through, and what to do about it. */
export function RecordingNotice() {
  const { t } = useTranslation('runs')
  const recorded = useTimeMachine()?.recorded
  if (!recorded || recorded.isKept) return null
  return (
    <Box sx={{ marginBottom: 2 }}>
      <ProblemNotice tone="info">{t(WORDS[recorded.notKept ?? 'unknown'])}</ProblemNotice>
    </Box>
  )
}
