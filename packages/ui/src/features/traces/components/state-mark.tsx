import type { ExecutionState } from '@chatwright/contract'
import Box from '@mui/material/Box'
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockX,
  IconPlayerStop,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { color, type } from '../../../theme/tokens.ts'

const marks = {
  INPROGRESS: { Icon: IconCircleDashed, ink: color.primary },
  FINISHED: { Icon: IconCircleCheck, ink: color.success },
  ERROR: { Icon: IconAlertCircle, ink: color.error },
  TERMINATED: { Icon: IconPlayerStop, ink: color.warning },
  STOPPED: { Icon: IconUserQuestion, ink: color.primary },
  TIMEOUT: { Icon: IconClockX, ink: color.warning },
} as const

/** How an execution stands, as an icon and a word. */
export function StateMark({ state }: { state: ExecutionState }) {
  const { t } = useTranslation('executions')
  const { Icon, ink } = marks[state]
  return (
    <Box
      component="span"
      // The line of its icon is not that of the words beside it.
      sx={{
        display: 'inline-flex',
        verticalAlign: 'middle',
        alignItems: 'center',
        gap: 0.5,
        color: ink,
        ...type.strong,
      }}
    >
      <Icon size={16} aria-hidden />
      {t(`state.${state}`)}
    </Box>
  )
}
