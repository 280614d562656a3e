import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'

import { color } from '../theme/tokens.ts'

/** The thin bar at the top while the next screen loads. */
export function RouteProgress() {
  const navigation = useNavigation()
  return navigation.state === 'idle' ? null : <RouteProgressBar />
}

const travel = keyframes({ from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(250%)' } })

export function RouteProgressBar() {
  const { t } = useTranslation()
  return (
    <Box
      role="progressbar"
      aria-label={t('shell.loadingScreen')}
      sx={{
        position: 'fixed',
        top: 0,
        left: 0,
        right: 0,
        height: 3,
        overflow: 'hidden',
        backgroundColor: color.primarySoft,
        zIndex: (theme) => theme.zIndex.tooltip,
        '&::after': {
          content: '""',
          display: 'block',
          width: '40%',
          height: '100%',
          backgroundColor: color.primary,
          animation: `${travel} 1.2s linear infinite`,
        },
      }}
    />
  )
}
