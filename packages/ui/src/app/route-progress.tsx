import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'
import { useNavigation } from 'react-router'

/** The thin bar at the top while the next screen loads. */
export function RouteProgress() {
  const navigation = useNavigation()
  return navigation.state === 'idle' ? null : <RouteProgressBar />
}

export function RouteProgressBar() {
  const { t } = useTranslation()
  return (
    <LinearProgress
      aria-label={t('shell.loadingScreen')}
      sx={{ position: 'fixed', top: 0, left: 0, right: 0, height: 3, zIndex: (theme) => theme.zIndex.tooltip }}
    />
  )
}
