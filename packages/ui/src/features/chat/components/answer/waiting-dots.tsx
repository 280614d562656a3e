import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'

import { color, radius } from '../../../../theme/tokens.ts'

export function WaitingDots() {
  const { t } = useTranslation('chat')
  return (
    <Box
      role="img"
      aria-label={t('turn.waiting')}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 0.5,
        height: 24,
        '& span': {
          width: 8,
          height: 8,
          borderRadius: radius.round,
          backgroundColor: color.text3,
          animation: 'cw-wait 1.2s ease-in-out infinite',
        },
        '& span:nth-of-type(2)': { animationDelay: '0.15s' },
        '& span:nth-of-type(3)': { animationDelay: '0.3s' },
        '@keyframes cw-wait': { '0%, 60%, 100%': { opacity: 0.3 }, '30%': { opacity: 1 } },
      }}
    >
      <span />
      <span />
      <span />
    </Box>
  )
}
