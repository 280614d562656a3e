import Box from '@mui/material/Box'
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../theme/tokens.ts'

const marks = {
  queued: { Icon: IconCircleDashed, ink: color.text2 },
  running: { Icon: IconCircleDashed, ink: color.primary },
  done: { Icon: IconCircleCheck, ink: color.success },
  failed: { Icon: IconAlertCircle, ink: color.error },
  cancelled: { Icon: IconPlayerStop, ink: color.warning },
  interrupted: { Icon: IconPlayerStop, ink: color.warning },
  waiting: { Icon: IconUserQuestion, ink: color.primary },
  skipped: { Icon: IconPlayerTrackNext, ink: color.text2 },
} as const

/** How it went, as an icon and a word. */
export function StatusMark({ status }: { status: keyof typeof marks }) {
  const { t } = useTranslation('chat')
  const { Icon, ink } = marks[status]
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: ink, ...type.strong }}>
      <Icon size={16} aria-hidden />
      {t(`trace.status.${status}`)}
    </Box>
  )
}
