import Box from '@mui/material/Box'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { color, radius } from '../theme/tokens.ts'

export type NoticeTone = 'error' | 'warning' | 'success' | 'info'

interface ProblemNoticeProps {
  tone?: NoticeTone
  children: ReactNode
  /** What to do about it. */
  action?: ReactNode
}

/** A notice in place: what, where and what to do. */
export function ProblemNotice({ tone = 'error', children, action }: ProblemNoticeProps) {
  const { Icon, ground, ink } = looks[tone]
  return (
    <Box
      role={tone === 'error' ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        padding: 1.5,
        borderRadius: radius.card,
        backgroundColor: ground,
        color: ink,
      }}
    >
      <Icon size={20} aria-hidden />
      <Box
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: '12px 8px',
        }}
      >
        <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
        {/* No taller than a line of text, so that the icon stands beside the first one. */}
        {action === undefined ? null : <Box sx={{ display: 'flex', gap: 1, marginY: '-6px' }}>{action}</Box>}
      </Box>
    </Box>
  )
}

const looks = {
  error: { Icon: IconAlertCircle, ground: color.errorSoft, ink: color.onErrorSoft },
  warning: { Icon: IconAlertTriangle, ground: color.warningSoft, ink: color.onWarningSoft },
  success: { Icon: IconCircleCheck, ground: color.successSoft, ink: color.onSuccessSoft },
  info: { Icon: IconInfoCircle, ground: color.primarySoft, ink: color.onPrimarySoft },
}
